import { randomUUID } from "node:crypto";
import * as z from "zod";
import { resumeCommand } from "../../kernel/agent/resume-command.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { completeMark } from "../marks/complete-mark.ts";
import { findRewindTarget } from "../marks/find-rewind-target.ts";
import { saveFork } from "../marks/save-fork.ts";
import { completedResult } from "../messages/tool-texts.ts";

/** Creates the fork but does not open it. The CLI does that in its terminal. */
export const rewind = defineOperation({
  name: "rewind",
  group: "sessions",
  summary: "Fork a conversation at a mark, with its report",
  readOnly: false,
  verbatim: ["report"],
  input: z.object({
    to: z.string().max(2_000).optional().describe("Mark to go back to, by id or goal (default: the newest)"),
    session: z.string().max(128).optional().describe("Session id, from Holdfast or the agent"),
    report: z.string().optional().describe("Report on the exploration (default: that of the agent)"),
  }),
  output: z.object({
    /** The agent's id of the fork. */
    session: z.string(),
    agent: z.string(),
    mark: z.string(),
    goal: z.string(),
    facts: z.array(z.string()),
    spanTokens: z.number().nullable(),
    reportTokens: z.number(),
    /** What the fork could not do. */
    warnings: z.array(z.string()),
    command: z.array(z.string()),
    directory: z.string(),
    environment: z.record(z.string(), z.string()),
  }),
  async run(ctx, input) {
    await ctx.drain();
    const { session, mark, adapter, transcriptPath, report } = await findRewindTarget(ctx, input);
    const {
      state,
      rewind: made,
      text,
    } = await completeMark(ctx, session, {
      mark,
      report,
      isFork: true,
    });
    const at = ctx.clock();
    const { goal, call } = state;
    const fork = await adapter.forkAtMark({
      transcriptPath,
      mark: { call, goal, at: mark.createdAt },
      completed: completedResult(goal),
      report: text,
      newId: randomUUID,
      at,
    });
    await saveFork(ctx, session, { fork, mark, rewind: made, at });
    const { facts, spanTokens, reportTokens, warning } = made;
    const { nativeSession } = fork;
    return {
      session: nativeSession,
      agent: adapter.name,
      mark: mark.id,
      goal,
      facts,
      spanTokens,
      reportTokens,
      warnings: [...new Set([warning, fork.warning])].flatMap((one) => one ?? []),
      command: resumeCommand(adapter.terminal, nativeSession),
      directory: adapter.terminal.resumeDirectory?.({ cwd: session.cwd, transcriptPath }) ?? session.cwd,
      environment: {},
    };
  },
});
