/** As many programs as start at once. Starting them takes longer than what they do. */
const WIDTH = 8;

/** Does the same with each item, several at a time. The results are in the order of the items. */
export async function inWaves<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += WIDTH)
    results.push(...(await Promise.all(items.slice(at, at + WIDTH).map(work))));
  return results;
}
