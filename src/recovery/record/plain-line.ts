import { neutralize } from "../../text/neutralize.ts";
import { oneLine } from "../../text/one-line.ts";

/** Stored text on one line, neutralized. Call it before truncating: a tag that was cut in two is not recognized. */
export function plainLine(text: string): string {
  return neutralize(oneLine(text));
}
