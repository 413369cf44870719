/** The token usage of one model answer, or the sum of several. `input` excludes cached tokens. */
export interface TokenUsage {
  /** The same in every session that has a copy of the answer, such as a fork; absent if the client records none. */
  id?: string | undefined;
  /** When the answer was given; absent if the client does not record it. */
  at?: number | undefined;
  model: string;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` with a lifetime of one hour, which is billed at a higher price. */
  cacheWriteHour?: number;
  output: number;
}

/**
 * The model name that our tables use: without the release date that providers append and the window size that clients
 * append.
 */
export function normalizeModelName(model: string): string {
  return model.replace(/\[\d+[km]\]$/, "").replace(/[-@]\d{8}$|-\d{4}-\d{2}-\d{2}$/, "");
}
