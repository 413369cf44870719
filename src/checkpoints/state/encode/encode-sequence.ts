import { HoldfastError } from "../../../kernel/errors.ts";
import { innerNode } from "../node/inner-node.ts";
import { scalarText } from "./canonical-text.ts";
import { type Container, hashOf, type Known, keyOf, SMALL, small, textOf } from "./known-value.ts";
import { hashKey, hashText } from "./run-boundary.ts";
import type { Segments } from "./segments.ts";
import { type Levels, type Piece, updateLevels } from "./update-levels.ts";

/** Stores a node and returns its key. */
export type Put = (node: string | Uint8Array) => string;

/** A value of up to this many characters of text is always inlined in its parent's node. */
export const TINY = 256;

/** The children of a list or an object, in order. */
export interface Children {
  length: number;
  item: (index: number) => Known;
  /** Present for objects: the name of a member. */
  name?: (index: number) => string;
  /** The unchanged children; `over` are the previous levels. */
  same: Segments;
  over: Levels;
}

/**
 * Encodes a list or an object from its encoded children. A small list element is inlined in the node of its run only
 * once the run has ended. Until then it is a node of its own, so that an append writes it once, without its neighbors.
 */
export function encodeSequence(children: Children, put: Put): Container {
  const text = smallText(children);
  if (text !== undefined) return small(text);
  const { length, same, over, name } = children;
  const [letter, inner] = name ? ["o", "m"] : ["l", "t"];
  const piece = name ? memberPieces(children, name, put) : elementPieces(children, put);
  const write = (run: readonly Written[], hasEnded: boolean) =>
    put(`${letter}[${run.map(({ ended, open }) => (hasEnded ? ended : open())).join(",")}]`);
  const levels = updateLevels(over, { length, same, piece, write }, (run) => put(innerNode(inner, run)));
  const top = levels.at(-1)?.[0];
  if (!top) throw new HoldfastError("internal", "A tree level came out empty.");
  return { text: undefined, key: top.key, hash: hashKey(top.key), levels };
}

/** The text of a child in a run that has ended, or in one that may still grow (`open`). */
interface Written extends Piece {
  ended: string;
  open: () => string;
}

/** A one-element array holds an inlined value; a string is the key of its node. */
function elementPieces({ item }: Children, put: Put) {
  return (i: number): Written => {
    const element = item(i);
    const text = textOf(element);
    const ended = text === undefined ? `"${keyOf(element, put)}"` : `[${text}]`;
    const open = () => (ended.length <= TINY + 2 ? ended : `"${keyOf(element, put)}"`);
    return { ended, open, characters: ended.length, hash: hashOf(element, text), count: 1 };
  };
}

function memberPieces({ item }: Children, name: (index: number) => string, put: Put) {
  return (i: number): Written => {
    const member = item(i);
    const text = textOf(member);
    const isTiny = text !== undefined && text.length <= TINY;
    const named = scalarText(name(i));
    const ended = `${named},${isTiny ? `[${text}]` : `"${keyOf(member, put)}"`}`;
    const hash = hashText(named) ^ hashOf(member, text);
    return { ended, open: () => ended, characters: ended.length, hash, count: 1 };
  };
}

/** The text of a small container; undefined if it is not small. */
function smallText({ length, item, name }: Children): string | undefined {
  const texts: string[] = [];
  let characters = 2;
  for (let i = 0; i < length; i++) {
    const value = textOf(item(i));
    if (value === undefined) return undefined;
    const text = name ? `${scalarText(name(i))}:${value}` : value;
    characters += text.length + 1;
    if (characters > SMALL) return undefined;
    texts.push(text);
  }
  return name ? `{${texts.join(",")}}` : `[${texts.join(",")}]`;
}
