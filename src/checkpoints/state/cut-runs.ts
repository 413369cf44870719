/** A run has at least MIN entries, MAX at most, and ends where the content says: about one entry in 16. */
const MIN = 4;
const MAX = 64;
const MASK = 15;

/**
 * Whether a run ends with its entry number `size`, whose bits are given. The content decides, and nothing before the
 * run: a change moves only the boundaries next to it, and equal stretches become equal nodes.
 */
export function endsRun(size: number, bits: number): boolean {
  return size === MAX || (size >= MIN && (bits & MASK) === 0);
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
