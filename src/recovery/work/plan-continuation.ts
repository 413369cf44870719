import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { hasSessionFile } from "../../files/has-session-file.ts";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import { isNativeId, resumeCommand } from "../../kernel/agent/resume-command.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import { PLACEHOLDER_ID } from "../../sessions/find-launch-host.ts";
import { isElsewhere } from "../../sessions/is-elsewhere.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { workTitle } from "../record/work-title.ts";
import type { LoadedWork } from "./read-work.ts";
import { sessionState } from "./session-state.ts";

/** How to start a client that continues earlier work. */
export interface Continuation {
  title: string;
  agent: string;
  mode: "conversation" | "record";
  command: string[];
  directory: string;
  environment: Record<string, string>;
}

interface ContinueOptions {
  agent?: string | undefined;
  /** Start a new conversation with the record, even if the old conversation still exists. */
  fresh: boolean;
}

type PlanDeps = Pick<Context, "agents" | "clock" | "processes" | "redactor">;

/**
 * Plans how to continue a session: in its own conversation if that still exists, otherwise in a new one with the
 * record.
 */
export function planContinuation(
  ctx: PlanDeps,
  work: LoadedWork,
  { agent, fresh }: ContinueOptions,
): Continuation {
  const { session, target } = targetOf(work);
  if (target === session) refuseRunning(ctx, session);
  const adapter = findAgent(ctx, agent ?? session.agent);
  const about = { title: ctx.redactor.text(workTitle(work.capture)), agent: adapter.name };
  const isWhole = target === session && adapter.name === session.agent;
  const conversation = isWhole && !fresh && conversationOf(adapter, session);
  if (conversation) return { ...about, mode: "conversation", ...conversation, environment: {} };
  return { ...about, mode: "record", ...newConversation(adapter, session, target) };
}

/** The session, and the target to continue: the session itself or one of its checkpoints. */
function targetOf({ type, session, checkpoint }: LoadedWork) {
  const target = type === "session" ? session : checkpoint;
  if (!session || !target) throw withoutSession(checkpoint?.id ?? "");
  return { session, target };
}

/** Starts where the session was started, since that may be one package of many. */
function newConversation(
  { terminal }: AgentAdapter,
  { worktree, startedIn, cwd }: Session,
  target: { id: string },
) {
  return {
    command: terminal.startWithRecord?.(randomUUID) ?? terminal.start([], randomUUID).command,
    directory: [startedIn ?? worktree, worktree].find(isDirectory) ?? cwd,
    environment: { HOLDFAST_CONTINUE: target.id },
  };
}

function conversationOf({ terminal }: AgentAdapter, { nativeId, cwd, transcriptPath }: Session) {
  if (nativeId.startsWith(PLACEHOLDER_ID) || !isNativeId(nativeId)) return undefined;
  if (transcriptPath === null || !hasSessionFile(transcriptPath)) return undefined;
  const directory = terminal.resumeDirectory?.({ cwd, transcriptPath }) ?? cwd;
  return isDirectory(directory) ? { command: resumeCommand(terminal, nativeId), directory } : undefined;
}

function refuseRunning({ processes, clock }: PlanDeps, session: Session): void {
  if (sessionState(session, { processes, now: clock() }) !== "running") return;
  const message = `Session ${shortSessionId(session.nativeId)} is still running${whereOf(session, processes)}.`;
  throw new HoldfastError("conflict", message, { next: "Continue in its terminal, or end it first." });
}

/** The number of a process says nothing about another machine. */
function whereOf(session: Session, processes: PlanDeps["processes"]): string {
  if (isElsewhere(session, processes)) return ` on ${session.machine ?? "another machine"}`;
  return session.pid === null ? "" : ` in process ${session.pid}`;
}

function withoutSession(id: string): HoldfastError {
  return new HoldfastError(
    "not_supported",
    `Checkpoint ${id} was not made by an agent session, so there is no session to continue.`,
    { next: `Start your agent and ask it to resume ${id}.` },
  );
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // it is missing, a parent is not a directory, or access is denied
  }
}
