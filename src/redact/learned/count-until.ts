/** Counts the indexes below `length` for which `holds` is true. Binary search: those must come before all others. */
export function countUntil(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
