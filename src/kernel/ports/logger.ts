export interface Logger {
  /** `event` says what happened. Never pass user content (prompts, file contents, answers). */
  info(event: string, fields?: Record<string, unknown>): void;
  error(event: string, error: unknown, fields?: Record<string, unknown>): void;
}
