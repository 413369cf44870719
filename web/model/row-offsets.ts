/** The top of each row, and at the end the height of all of them. */
export function rowOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
}

/** The rows between two positions: from the first to before the last. */
export function rowsBetween(offsets: readonly number[], top: number, bottom: number): [number, number] {
  const first = Math.max(0, lastAtMost(offsets, top));
  const last = Math.min(offsets.length - 1, lastAtMost(offsets, bottom) + 1);
  return [first, Math.max(first, last)];
}

/** The index of the last offset that is at most this position. */
function lastAtMost(offsets: readonly number[], position: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
