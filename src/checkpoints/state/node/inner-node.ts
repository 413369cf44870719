import { HoldfastError } from "../../../kernel/errors.ts";

/** A child of an inner node: its key and the number of entries under it. */
export interface Child {
  key: string;
  count: number;
}

const KEY = 32;
export const CHILD_BYTES = KEY + 4;

/** Encodes an inner node: its letter, then each child's key and count. Takes half the space of text. */
export function innerNode(letter: string, children: readonly Child[]): Uint8Array {
  const bytes = Buffer.alloc(1 + children.length * CHILD_BYTES, letter);
  for (const [i, { key, count }] of children.entries()) {
    bytes.write(key, 1 + i * CHILD_BYTES, "hex");
    bytes.writeUInt32BE(count, 1 + i * CHILD_BYTES + KEY);
  }
  return bytes;
}

/** Throws `state_corrupt` if the bytes end within a child. */
export function readChildren(bytes: Uint8Array): Child[] {
  if (bytes.length % CHILD_BYTES !== 1)
    throw new HoldfastError("state_corrupt", "An inner state node is truncated.");
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const children: Child[] = [];
  for (let at = 1; at + CHILD_BYTES <= view.length; at += CHILD_BYTES)
    children.push({ key: view.toString("hex", at, at + KEY), count: view.readUInt32BE(at + KEY) });
  return children;
}
