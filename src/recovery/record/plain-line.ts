import { neutralize } from "../../text/neutralize.ts";
import { oneLine } from "../../text/one-line.ts";

/** Stored text on one line and neutral. Before it is cut: of a tag that is cut in two, nobody sees that it was one. */
export function plainLine(text: string): string {
  return neutralize(oneLine(text));
}
