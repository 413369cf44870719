/** A key that was pressed, a character that was typed, or a text that was pasted. */
export type Key = { name: KeyName; text?: undefined } | { name: "text" | "paste"; text: string };

export type KeyName = (typeof SEQUENCES)[keyof typeof SEQUENCES] | "escape";

/** What terminals send for keys that are not characters, in their normal and their application mode. */
const SEQUENCES = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\x7f": "backspace",
  "\b": "backspace",
  "\x03": "ctrl-c",
  "\x04": "page-down",
  "\x0c": "ctrl-l",
  "\x0e": "down",
  "\x10": "up",
  "\x15": "ctrl-u",
  "\x17": "ctrl-w",
  "\x1a": "ctrl-z",
  "\x1b[A": "up",
  "\x1bOA": "up",
  "\x1b[B": "down",
  "\x1bOB": "down",
  "\x1b[C": "right",
  "\x1bOC": "right",
  "\x1b[D": "left",
  "\x1bOD": "left",
  "\x1b[H": "home",
  "\x1bOH": "home",
  "\x1b[1~": "home",
  "\x1b[7~": "home",
  "\x1b[F": "end",
  "\x1bOF": "end",
  "\x1b[4~": "end",
  "\x1b[8~": "end",
  "\x1b[5~": "page-up",
  "\x1b[6~": "page-down",
  "\x1b[3~": "backspace",
  "\x1b[Z": "shift-tab",
} as const satisfies Record<string, string>;

const PASTE_BEGIN = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** The longest paste that is waited for, in characters. The rest of a longer one is read as typed. */
const MAX_PASTE = 100_000;
const ESC = "\x1b";
/** What follows Esc in a complete control sequence: CSI with its final byte, or SS3 with one. */
const SEQUENCE = /^(?:\[[\x20-\x3f]*[\x40-\x7e]|O[\x40-\x7e])/;
/** The beginning of it. */
const PARTIAL = /^(?:\[[\x20-\x3f]*|O)?$/;

/**
 * Parses what a terminal sent. `rest` is the beginning of a sequence whose end may follow; it begins with Esc, and is Esc
 * itself if nothing follows soon (`endKeys`).
 */
export function parseKeys(input: string): { keys: Key[]; rest: string } {
  const keys: Key[] = [];
  let at = 0;
  while (at < input.length) {
    const left = input.slice(at);
    if (isPartial(left) || isOpenPaste(left)) return { keys, rest: left };
    const { key, length } = firstKey(left);
    if (key) keys.push(key);
    at += length;
  }
  return { keys, rest: "" };
}

/** The keys of a rest that nothing followed. */
export function endKeys(rest: string): Key[] {
  if (rest === "") return [];
  // Nothing but Esc itself is of use if it is not complete.
  return rest.startsWith(PASTE_BEGIN) ? [pasted(rest.slice(PASTE_BEGIN.length))] : [{ name: "escape" }];
}

function isPartial(left: string): boolean {
  return left.startsWith(ESC) && PARTIAL.test(left.slice(1));
}

function isOpenPaste(left: string): boolean {
  return left.startsWith(PASTE_BEGIN) && !left.includes(PASTE_END) && left.length < MAX_PASTE;
}

function firstKey(left: string): { key: Key | undefined; length: number } {
  if (left.startsWith(PASTE_BEGIN)) return firstPaste(left);
  const [sequence] = left.startsWith(ESC) ? (SEQUENCE.exec(left.slice(1)) ?? []) : [];
  if (sequence !== undefined) return { key: named(ESC + sequence), length: 1 + sequence.length };
  const character = String.fromCodePoint(left.codePointAt(0) ?? 0);
  // Esc before something else: Alt with a key, which has no meaning here, or Esc typed quickly.
  if (character === ESC) return { key: { name: "escape" }, length: 1 };
  const key = named(character) ?? (isControl(character) ? undefined : { name: "text", text: character });
  return { key, length: character.length };
}

function firstPaste(left: string): { key: Key; length: number } {
  const end = left.indexOf(PASTE_END);
  const text = left.slice(PASTE_BEGIN.length, end < 0 ? left.length : end);
  return { key: pasted(text), length: end < 0 ? left.length : end + PASTE_END.length };
}

function named(sequence: string): Key | undefined {
  const known: Partial<Record<string, (typeof SEQUENCES)[keyof typeof SEQUENCES]>> = SEQUENCES;
  const name = known[sequence];
  return name === undefined ? undefined : { name };
}

/** A paste is text, whatever it contains: a line feed in it must not press Enter. */
function pasted(text: string): Key {
  return { name: "paste", text: text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim() };
}

function isControl(character: string): boolean {
  return /^\p{Cc}$/u.test(character);
}
