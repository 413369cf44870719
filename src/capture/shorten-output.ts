import { bounded, boundedMiddle } from "../text/bounded.ts";
import { LIMITS } from "./limits.ts";
import { summaryLine } from "./summary-line.ts";

/** Of the line that says why. */
const LINE = 140;

/** Both ends of a command's output; of a failed one's, the line that says why in their midst if they do not hold it. */
export function shortenOutput(output: string, ok: boolean): string {
  if (output.length <= LIMITS.output) return output;
  const ends = boundedMiddle(output, LIMITS.output);
  const line = ok ? "" : bounded(summaryLine(output), LINE);
  if (line === "" || ends.includes(line)) return ends;
  const room = LIMITS.output - line.length - 2;
  const [begin = "", end = ""] = boundedMiddle(output, room).split("…", 2);
  return `${begin}\n${line}\n${end}`;
}
