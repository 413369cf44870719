import { tryParseJson } from "../../text/json-text.ts";

const HEAD_BYTES = 160;

/**
 * The lines of a file of JSON, parsed; undefined for a damaged line. A line whose first bytes `isWanted` rejects is not
 * even parsed: copies of requests and settings take most of the bytes.
 */
export function* jsonLines(bytes: Buffer, isWanted = (_head: string) => true): Generator<unknown> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    if (isWanted(bytes.toString("latin1", start, Math.min(end, start + HEAD_BYTES)))) {
      // After a power failure the file may contain NULs in place of data.
      const text = bytes.toString("utf8", start, end).replaceAll("\0", "").trim();
      if (text !== "") yield tryParseJson(text);
    }
    start = end + 1;
  }
}
