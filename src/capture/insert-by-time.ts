/** The list with one more, where its time puts it: behind what is as old. At most the newest `limit` are kept. */
export function insertByTime<T extends { at: number }>(items: readonly T[], item: T, limit: number): T[] {
  const place = items.findLastIndex(({ at }) => at <= item.at) + 1;
  return items.toSpliced(place, 0, item).slice(-limit);
}
