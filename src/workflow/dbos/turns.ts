/** Makes one call to DBOS when its turn comes. */
export type Turn = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * DBOS numbers calls in the order in which they are made, and a replay must make them in the same order. So branches
 * call in rounds: when every unfinished branch is ready for its next call, all calls are made at once, in the order of
 * the branches. The next round begins when the last of them has ended.
 */
export function takeTurns(turn: Turn, branches: number): { turns: Turn[]; end: () => void } {
  const waiting = new Map<number, () => Promise<unknown>>();
  let open = branches;
  let isBusy = false;
  const next = () => {
    if (isBusy || open === 0 || waiting.size < open) return;
    const calls = [...waiting].toSorted(([a], [b]) => a - b).map(([, call]) => call);
    waiting.clear();
    isBusy = true;
    const done = turn(() => Promise.all(calls.map((call) => call())));
    void done.finally(() => {
      isBusy = false;
      next();
    });
  };
  const turnOf = (index: number): Turn => {
    return <T>(call: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.set(index, async () => {
          await call().then(resolve, reject);
        });
        next();
      });
  };
  const end = () => {
    open--;
    next();
  };
  return { turns: Array.from({ length: branches }, (_, index) => turnOf(index)), end };
}
