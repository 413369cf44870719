/** The size of a run so far. */
export interface RunSize {
  entries: number;
  characters: number;
}

/** Shorter runs are not worth a node; longer ones are too much to rewrite when one entry changes. */
const MIN: RunSize = { entries: 4, characters: 512 };
const MAX: RunSize = { entries: 256, characters: 16_384 };
/** Between these limits, one entry in 16 ends a run. */
const MASK = 15;

/**
 * Whether a run of this size ends with an entry of this hash. Only the content of the run decides: a change moves only
 * the boundaries next to it, and equal stretches become equal nodes.
 */
export function isRunBoundary({ entries, characters }: RunSize, hash: number): boolean {
  if (entries >= MAX.entries || characters >= MAX.characters) return true;
  return entries >= MIN.entries && characters >= MIN.characters && (hash & MASK) === 0;
}

/** FNV-1a: cheap, and good enough to scatter boundaries. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function hashKey(key: string): number {
  return Number.parseInt(key.slice(-4), 16);
}
