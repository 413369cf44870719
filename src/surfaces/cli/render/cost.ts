import type * as z from "zod";
import type { cost } from "../../../insights/operations/cost.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, fitted, table } from "../layout/table.ts";

const HEADS = ["SESSION", "AGENT", "MODEL", "INPUT", "CACHED", "WRITTEN", "OUTPUT", "COST", "AGE"];

/** The tokens of each session and model, and what they cost. */
export function renderCost(
  { sessions, cost: sum, unpriced, unread }: z.infer<typeof cost.output>,
  { style, now, columns }: Rendering,
): string[] {
  const rows = sessions.flatMap(({ id, agent, lastSeenAt, models }) =>
    models.map(({ model, input, cacheRead, cacheWrite, output, cost: each }) => [
      shortSessionId(id),
      agent,
      model,
      ...[input, cacheRead, cacheWrite, output].map((tokens) => tokens.toLocaleString("en-US")),
      each === null ? "?" : dollars(each),
      ago(lastSeenAt, now),
    ]),
  );
  if (rows.length === 0) return ["No sessions with token counts in this project yet."];
  const [head = "", ...lines] = table(fitted([HEADS, ...rows], HEADS.indexOf("MODEL"), columns));
  return [
    style.strong(head),
    ...lines,
    "",
    style.good(`Total: ${dollars(sum)} at list prices`),
    ...(unpriced.length > 0 ? [style.dim(`Without a price: ${unpriced.join(", ")}`)] : []),
    ...(unread > 0 ? [style.dim(`${unread} more without a readable transcript`)] : []),
  ];
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
