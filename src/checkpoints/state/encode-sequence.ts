import { HoldfastError } from "../../kernel/errors.ts";
import { scalarText } from "./canonical-text.ts";
import { textBits } from "./cut-runs.ts";
import { growLevels, type Levels } from "./grow-levels.ts";
import { type Entry, inline, keyed } from "./known-value.ts";
import type { Segments } from "./segments.ts";

/** Containers up to this many characters of canonical text stand inside their parent's node. */
export const INLINE_LIMIT = 256;

/** The children of a list or an object, in order. */
export interface Children {
  length: number;
  entry: (index: number) => Entry;
  /** Of an object's member. */
  name?: (index: number) => string;
  /** Those that are as they were, under the levels `over` them. */
  same: Segments;
  over: Levels;
}

/** Encodes a list or an object from its encoded children. */
export function encodeSequence(
  children: Children,
  put: (text: string) => string,
): { entry: Entry; levels: Levels } {
  const text = inlineText(children);
  if (text !== undefined) return { entry: inline(text), levels: [] };
  const { length, same, over } = children;
  const [letter, inner] = children.name ? ["o", "m"] : ["l", "t"];
  const writer = (first: string) => (texts: readonly string[]) => put(`${first}[${texts.join(",")}]`);
  const levels = growLevels(
    over,
    { length, same, piece: pieces(children), write: writer(letter) },
    writer(inner),
  );
  const top = levels.at(-1)?.[0];
  if (!top) throw new HoldfastError("internal", "A tree level came out empty.");
  return { entry: keyed(top.key), levels };
}

function pieces({ entry, name }: Children) {
  return (i: number) => {
    const child = entry(i);
    if (!name) return { text: written(child), bits: child.bits, count: 1 };
    const text = scalarText(name(i));
    return { text: `${text},${written(child)}`, bits: textBits(text) ^ child.bits, count: 1 };
  };
}

/** A list of one holds an inline value; a string is the key of a node. */
function written(entry: Entry): string {
  return "text" in entry ? `[${entry.text}]` : `"${entry.key}"`;
}

/** The text of a container that is small enough to stand in its parent; undefined when it is not. */
function inlineText({ length, entry, name }: Children): string | undefined {
  const texts: string[] = [];
  let characters = 2;
  for (let i = 0; i < length; i++) {
    const child = entry(i);
    if (!("text" in child)) return undefined;
    const text = name ? `${scalarText(name(i))}:${child.text}` : child.text;
    characters += text.length + 1;
    if (characters > INLINE_LIMIT) return undefined;
    texts.push(text);
  }
  return name ? `{${texts.join(",")}}` : `[${texts.join(",")}]`;
}
