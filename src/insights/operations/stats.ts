import * as z from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { listRecentSessions, recentSessionsInput } from "../list-recent-sessions.ts";
import { measureEffects, SessionEffect, STARTS } from "../measure-effects.ts";
import { Reuse } from "../measure-reuse.ts";
import { measureRewinds, RewindTotals } from "../measure-rewinds.ts";

const Group = Reuse.extend({
  start: z.enum(STARTS),
  sessions: z.number(),
  /** Number of sessions with a checkpoint to compare with. The other counts refer to these. */
  compared: z.number(),
  /** Number of sessions that used at least one of its facts. */
  used: z.number(),
});

/** Evaluates recovery as an experiment (S39). Sessions that received nothing are the control group. */
export const stats = defineOperation({
  name: "stats",
  group: "sessions",
  summary: "Show how much recovery and rewinds helped",
  readOnly: true,
  input: recentSessionsInput(100),
  output: z.object({ groups: z.array(Group), sessions: z.array(SessionEffect), rewinds: RewindTotals }),
  async run(ctx, input) {
    const sessions: SessionEffect[] = [];
    for (const { id, promptCount } of await listRecentSessions(ctx, input)) {
      const session = promptCount > 0 ? await ctx.store.getSession(id) : undefined;
      if (session) sessions.push(...(await measureEffects(ctx.store, session)));
    }
    const rewinds = await measureRewinds(ctx, input);
    return { groups: STARTS.map((start) => summarizeGroup(start, sessions)), sessions, rewinds };
  },
});

function summarizeGroup(
  start: SessionEffect["start"],
  effects: readonly SessionEffect[],
): z.infer<typeof Group> {
  const own = effects.filter((effect) => effect.start === start);
  const reuses = own.flatMap(({ reuse }) => reuse ?? []);
  const sum = (kind: "files" | "todos" | "failures") => ({
    held: total(reuses.map((reuse) => reuse[kind].held)),
    used: total(reuses.map((reuse) => reuse[kind].used)),
  });
  return {
    start,
    sessions: own.length,
    compared: reuses.length,
    used: reuses.filter(({ files, todos, failures }) => files.used + todos.used + failures.used > 0).length,
    files: sum("files"),
    todos: sum("todos"),
    failures: sum("failures"),
    novel: total(reuses.map(({ novel }) => novel)),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
