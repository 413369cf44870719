import * as z from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { ModelUsage, readSessionUsage, totalOf } from "../cost/session-usage.ts";
import { listRecentSessions, recentSessionsInput } from "../list-recent-sessions.ts";

/**
 * Sums up the tokens that the clients recorded in their transcripts and prices them by a dated table. Nothing else is
 * stored.
 */
export const cost = defineOperation({
  name: "cost",
  group: "sessions",
  summary: "Show the tokens and cost of sessions",
  readOnly: true,
  input: recentSessionsInput(50),
  output: z.object({
    sessions: z.array(
      z.object({ id: z.string(), agent: z.string(), lastSeenAt: z.string(), models: z.array(ModelUsage) }),
    ),
    /** Total for the models with a known price. */
    cost: z.number(),
    /** Models without a known price. */
    unpriced: z.array(z.string()),
    /** Number of sessions whose transcript is missing or whose client does not record tokens. */
    unread: z.number(),
  }),
  async run(ctx, input) {
    const listed = await listRecentSessions(ctx, input);
    const usage = await readSessionUsage(ctx, listed);
    return {
      sessions: usage.map(({ session: { nativeId: id, agent, lastSeenAt }, models }) => {
        return { id, agent, lastSeenAt: new Date(lastSeenAt).toISOString(), models };
      }),
      ...totalOf(usage.flatMap(({ models }) => models)),
      unread: listed.length - usage.length,
    };
  },
});
