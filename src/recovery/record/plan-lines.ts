import type { Capture } from "../../kernel/capture.ts";
import { plainLine } from "../../text/fence.ts";
import type { Line } from "./sections.ts";

/** Below what the user said, and just worth making a record longer. */
const VALUE = 0.08;

/** The mark of a list item. The lines are a list anyway. */
const MARK = /^\s*[-*+]\s+(?:\[.\]\s+)?/;

/** The heading and the steps of the newest plan that the user approved, as the agent wrote them. */
export function planLines({ responses }: Pick<Capture, "responses">): Line[] {
  const plan = responses.findLast(({ channel, text }) => channel === "plan" && text !== "");
  const texts = (plan?.text ?? "").split("\n").map((line) => plainLine(line.replace(MARK, "")));
  return texts
    .filter((text) => text !== "")
    .map((text, order) => ({ section: "plan", text, order, value: VALUE }));
}
