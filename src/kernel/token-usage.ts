/** What a model was given and answered in a session, in tokens. `input` is what no cache had. */
export interface TokenUsage {
  model: string;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}
