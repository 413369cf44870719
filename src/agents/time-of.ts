/** The time of a line, as clients write it; undefined if it has none, or not a valid one. */
export function timeOf(timestamp: string | undefined): number | undefined {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) ? undefined : at;
}
