import { captureAt } from "../captured.ts";
import type { Span } from "../span.ts";

// `{ 0x2a, 0x90, … }`, `new byte[] { (byte) 0x38, … }`, `[]byte{137, 51, …}`, `Uint8Array.from([1, 2, …])`
const BYTES =
  /(?:new[ ])?(?:&?[\w.:]{0,32}(?:\[\d{0,4}\])?[\w.]{0,16}[ ]?[({[]\s{0,8}){1,3}(?<value>(?:(?:\(byte\)[ ]?)?(?:0x[0-9a-f]{1,2}|-?\d{1,3})(?:u8)?\s{0,4},\s{0,16}){11,511}(?:\(byte\)[ ]?)?(?:0x[0-9a-f]{1,2}|-?\d{1,3})(?:u8)?)/diy;
const LEAST_DIFFERENT = 6;

/** Reads a key that is written as a list of bytes. */
export function readByteList(text: string, at: number): Span | undefined {
  if (!/[\w&({[]/.test(text.charAt(at))) return undefined;
  const list = captureAt(BYTES, text, at);
  if (list === undefined) return undefined;
  const different = new Set(list.value.match(/0x[0-9a-f]+|\d+/gi));
  return different.size >= LEAST_DIFFERENT ? list : undefined;
}
