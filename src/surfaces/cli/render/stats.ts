import type * as z from "zod";
import type { stats } from "../../../insights/operations/stats.ts";
import { count } from "../../../text/phrases.ts";
import type { Rendering } from "../layout/rendering.ts";
import { table } from "../layout/table.ts";

/** S39: compares recovered sessions with cold ones by how many facts of the earlier work they used. */
export function renderStats(
  { groups, rewinds }: z.infer<typeof stats.output>,
  { style }: Rendering,
): string[] {
  const present = groups.filter(({ sessions }) => sessions > 0);
  if (present.length === 0) return ["No sessions of this project yet."];
  const rows = present.map(({ start, sessions, compared, used, files, todos, failures, novel }) => [
    start,
    `${sessions}`,
    `${used} of ${compared}`,
    ...[files, todos, failures].map((share) => `${share.used} of ${share.held}`),
    `${novel}`,
  ]);
  const heads = ["START", "SESSIONS", "USED IT", "FILES OPENED", "TODOS RESUMED", "FAILURES RERUN", "NOVEL"];
  const [head = "", ...lines] = table([heads, ...rows]);
  const saved = rewindLines(rewinds);
  return [
    style.strong(head),
    ...lines,
    "",
    style.dim("Counted against what the earlier checkpoint held."),
    style.dim("Novel: used, although no prompt mentioned it."),
    style.dim("Cold and asked sessions did not receive it; they are the baseline."),
    ...(saved.length > 0 ? ["", ...saved] : []),
  ];
}

function rewindLines({
  rewinds,
  measured,
  spanTokens,
  reportTokens,
}: z.infer<typeof stats.output>["rewinds"]): string[] {
  if (rewinds === 0) return [];
  const saved = `Explorations of ${spanTokens} tokens became reports of about ${reportTokens}`;
  return [`${count(rewinds, "rewind")}. ${measured === 0 ? "No agent reported their tokens" : saved}.`];
}
