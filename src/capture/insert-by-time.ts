/** Inserts an item by its time, after items of the same time, and keeps at most the newest `limit`. */
export function insertByTime<T extends { at: number }>(items: readonly T[], item: T, limit: number): T[] {
  const place = items.findLastIndex(({ at }) => at <= item.at) + 1;
  return items.toSpliced(place, 0, item).slice(-limit);
}
