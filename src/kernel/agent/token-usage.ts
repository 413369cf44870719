/** What one answer of a model took, or the sum of several, in tokens. `input` is what no cache had. */
export interface TokenUsage {
  model: string;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour, at a higher price. */
  cacheWriteHour?: number;
  output: number;
}

/** A model's name in our tables: providers append the day of a version, and clients the size of the window. */
export function plainModelName(model: string): string {
  return model.replace(/\[\d+[km]\]$/, "").replace(/[-@]\d{8}$|-\d{4}-\d{2}-\d{2}$/, "");
}
