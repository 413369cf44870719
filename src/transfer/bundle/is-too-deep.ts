/** No record is nested nearly this deep. What handles them is recursive. */
const MAX_DEPTH = 500;
const [QUOTE, BACKSLASH] = Buffer.from('"\\');
const OPENING: ReadonlySet<number> = new Set(Buffer.from("[{"));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from("]}"));

/** Whether JSON is nested so deep that reading it could exhaust the stack. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
