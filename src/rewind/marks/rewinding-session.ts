import { requestedSession } from "../../capture/requested-session.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import { followBranchesNow } from "../follow-branches.ts";
import { REFUSALS } from "../messages/tool-texts.ts";
import { hasOwnRewind } from "./own-rewind.ts";
import { findMarks, type SessionMarks } from "./session-marks.ts";

export interface RewindingSession extends SessionMarks {
  session: Session;
  /** The calling subagent; null for the session itself. */
  scope: string | null;
}

/** Finds the session and the marks for a call of one of the two tools. Throws if the caller may not use them. */
export async function rewindingSession(ctx: Context): Promise<RewindingSession> {
  const { rewind } = ctx.config;
  if (!rewind.enabled) {
    throw new HoldfastError("not_supported", "Rewind is turned off.", {
      next: 'Set "rewind": { "enabled": true } in the settings to use it.',
    });
  }
  const next = "Call the tool from an agent that `holdfast connect` connected.";
  const session = await requestedSession(ctx, undefined, next);
  if (hasOwnRewind(ctx, session.agent)) {
    throw new HoldfastError("not_supported", `${session.agent} marks and ends explorations itself.`, {
      next: "Use its own tools `checkpoint` and `rewind`: what they do is recorded.",
    });
  }
  const scope = await findCallingSubagent(ctx, session);
  if (scope !== null && !rewind.subagents) {
    throw new HoldfastError("not_supported", REFUSALS.inSubagent, {
      next: "Explore without it, and report to the agent that started you.",
    });
  }
  await followBranchesNow(ctx, session);
  return { session, scope, ...(await findMarks(ctx.store, session, { scope })) };
}

async function findCallingSubagent(
  { agents, caller }: Pick<Context, "agents" | "caller">,
  { agent, transcriptPath }: Session,
): Promise<string | null> {
  if (caller.call === undefined || transcriptPath === null) return null;
  const adapter = agents.find(({ name }) => name === agent);
  const subagent = await adapter?.findSubagent?.(transcriptPath, caller.call);
  return subagent === undefined ? null : `subagent ${subagent}`;
}
