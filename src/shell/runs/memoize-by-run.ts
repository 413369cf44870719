/**
 * Memoizes a function by run and root: the same runs are compared again for every later command, and runs are never
 * changed in place.
 */
export function memoizeByRun<R extends object, T>(
  compute: (run: R, root: string | undefined) => T,
): (run: R, root: string | undefined) => T {
  const known = new WeakMap<R, Map<string | undefined, T>>();
  return (run, root) => {
    const byRoot = known.get(run) ?? new Map<string | undefined, T>();
    known.set(run, byRoot);
    const found = byRoot.get(root) ?? compute(run, root);
    byRoot.set(root, found);
    return found;
  };
}
