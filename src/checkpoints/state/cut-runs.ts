/** A run has at least MIN entries, MAX at most, and ends where the content says: about one entry in 16. */
const MIN = 4;
const MAX = 64;
const MASK = 15;

/**
 * Cuts a sequence at boundaries that its content decides, so that a change moves only the boundaries next to it and
 * equal stretches become equal nodes.
 */
export function cutRuns<T>(entries: readonly T[], bits: (entry: T) => number): T[][] {
  const runs: T[][] = [];
  let run: T[] = [];
  for (const entry of entries) {
    run.push(entry);
    const ends = run.length >= MIN && (bits(entry) & MASK) === 0;
    if (ends || run.length === MAX) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** FNV-1a: cheap, and good enough to scatter boundaries. */
export function textBits(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function keyBits(key: string): number {
  return Number.parseInt(key.slice(-4), 16);
}
