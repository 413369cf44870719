import { randomUUID } from "node:crypto";
import { buildSessionCheckpoint } from "../../capture/build-session-checkpoint.ts";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import { resumeCommand } from "../../kernel/agent/resume-command.ts";
import type { Context } from "../../kernel/context.ts";
import { findWork } from "../../recovery/work/find-work.ts";
import { planContinuation } from "../../recovery/work/plan-continuation.ts";
import { readWork } from "../../recovery/work/read-work.ts";
import { saveForkedSession } from "../../rewind/marks/save-fork.ts";
import type { ConversationPlan } from "./plan-conversation.ts";

/** The command that continues the conversation from the restored moment. */
export interface ContinueCommand {
  command: string[];
  directory: string;
  environment: Record<string, string>;
}

/** Creates what the plan says. `notice` is what the model must know of the restore. */
export async function createConversation(
  ctx: Context,
  plan: ConversationPlan,
  notice: string,
): Promise<ContinueCommand> {
  return plan.mode === "fork" ? await forkConversation(ctx, plan, notice) : await recordMoment(ctx, plan);
}

async function forkConversation(
  ctx: Context,
  { session, moment }: ConversationPlan,
  notice: string,
): Promise<ContinueCommand> {
  const { terminal, forkAtMark } = findAgent(ctx, session.agent);
  const { transcriptPath, cwd } = session;
  if (!forkAtMark || transcriptPath === null) throw new Error("planned as a fork without the means for it");
  const at = ctx.clock();
  const fork = await forkAtMark({
    transcriptPath,
    // No call sets a mark with this goal, so the fork ends with the last line before the moment.
    mark: { call: null, goal: ctx.newNonce(), at: moment.at },
    completed: "",
    report: notice,
    newId: randomUUID,
    at,
  });
  await ctx.store.transaction((store) => saveForkedSession({ ...ctx, store }, session, { fork, at }));
  return {
    command: resumeCommand(terminal, fork.nativeSession),
    directory: terminal.resumeDirectory?.({ cwd, transcriptPath }) ?? cwd,
    environment: {},
  };
}

/** Saves the session as it was then, for a new conversation that starts with its record. */
async function recordMoment(ctx: Context, { session, moment }: ConversationPlan): Promise<ContinueCommand> {
  const { terminal } = findAgent(ctx, session.agent);
  if (moment.capture.prompts.length === 0) {
    const { command } = terminal.start([], randomUUID);
    return { command, directory: session.worktree, environment: {} };
  }
  const then = { ...session, promptCount: moment.capture.prompts.length };
  const made = { session: then, capture: moment.capture, trigger: "explicit" as const, at: ctx.clock() };
  const { effect } = await buildSessionCheckpoint(ctx, made, []);
  await ctx.store.saveCheckpoint(effect.checkpoint, effect.nodes);
  const work = await readWork(ctx, await findWork(ctx, effect.checkpoint.id));
  const { command, directory, environment } = planContinuation(ctx, work, { fresh: true });
  return { command, directory, environment };
}
