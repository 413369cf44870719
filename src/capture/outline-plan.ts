import { bounded } from "../text/bounded.ts";

/** Limits of an outline and of its lines, in characters. */
const MAX_OUTLINE = 1_200;
const MAX_LINE = 200;
const HEADING = /^#{1,6}\s+(.*\S)/;
/** A step is not indented. Indented lines below it are details. */
const STEP = /^(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?(\S.*)$/;

/** A heading that is a step. */
const NUMBERED = /^#{2,6}\s+(?:\p{L}+ )?\d+[.):]?\s/u;

/**
 * Returns the heading and the steps of a plan, one per line, or the beginning of a plan that has neither. If the
 * headings are the steps, the lists below them are details.
 */
export function outlinePlan(plan: string): string {
  const lines = withoutDetails(plan.split("\n").map((line) => line.trimEnd()));
  const marked = lines.filter((line) => HEADING.test(line) || STEP.test(line));
  const steps = marked.filter(
    (line, i) => i === 0 || STEP.test(line) || NUMBERED.test(line) || STEP.test(marked[i + 1] ?? ""),
  );
  const kept = steps.length > 0 ? steps : lines.filter((line) => line !== "");
  return bounded(kept.map((line) => bounded(withoutMarks(line), MAX_LINE)).join("\n"), MAX_OUTLINE);
}

function withoutDetails(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => NUMBERED.test(line));
  const isDetail = (line: string, i: number) => first >= 0 && i > first && STEP.test(line);
  return lines.filter((line, i) => !isDetail(line, i));
}

function withoutMarks(line: string): string {
  return (HEADING.exec(line)?.[1] ?? line).trim();
}
