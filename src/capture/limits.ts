/** Limits that keep the state near 64 KB, however long the session is. */
export const LIMITS = {
  prompts: 30,
  responses: 40,
  todos: 40,
  decisions: 30,
  files: 60,
  inheritedFiles: 30,
  inheritedPrompts: 3,
  commands: 40,
  command: 300,
  output: 300,
  openFailures: 12,
  queries: 20,
  remembered: 10,
};

/** Inserts an item by its time, after items of the same time, and keeps at most the newest `limit`. */
export function insertByTime<T extends { at: number }>(items: readonly T[], item: T, limit: number): T[] {
  const place = items.findLastIndex(({ at }) => at <= item.at) + 1;
  return items.toSpliced(place, 0, item).slice(-limit);
}
