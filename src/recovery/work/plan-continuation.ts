import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import type { AgentAdapter } from "../../kernel/agent.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import { PLACEHOLDER_ID } from "../../sessions/find-launch-host.ts";
import { shortSessionId } from "../record/about-work.ts";
import { workTitle } from "../record/work-title.ts";
import { sessionState } from "./about-loaded.ts";
import type { LoadedWork } from "./read-work.ts";

/** How a client is started so that it goes on with earlier work. */
export interface Continuation {
  title: string;
  agent: string;
  mode: "conversation" | "record";
  command: string[];
  directory: string;
  environment: Record<string, string>;
}

interface Wish {
  agent?: string | undefined;
  /** The record, even where the conversation still exists. */
  fresh: boolean;
}

type Planning = Pick<Context, "agents" | "clock" | "processes" | "redactor">;

/** The command that continues a session: its own conversation where that still exists, else a new one with the record. */
export function planContinuation(ctx: Planning, work: LoadedWork, { agent, fresh }: Wish): Continuation {
  const { session, wanted } = wantedOf(work);
  if (wanted === session) refuseRunning(ctx, session);
  const adapter = findAdapter(ctx, agent ?? session.agent);
  const about = { title: ctx.redactor.text(workTitle(work.capture)), agent: adapter.name };
  const isWhole = wanted === session && adapter.name === session.agent;
  const conversation = isWhole && !fresh && conversationOf(adapter, session);
  if (conversation) return { ...about, mode: "conversation", ...conversation, environment: {} };
  return { ...about, mode: "record", ...newConversation(adapter, session, wanted) };
}

/** The session, and what of it is wanted: all, or one checkpoint. */
function wantedOf({ type, session, checkpoint }: LoadedWork) {
  const wanted = type === "session" ? session : checkpoint;
  if (!session || !wanted) throw withoutSession(checkpoint?.id ?? "");
  return { session, wanted };
}

function newConversation({ terminal }: AgentAdapter, { worktree, cwd }: Session, wanted: { id: string }) {
  return {
    command: terminal.start([], randomUUID).command,
    directory: isDirectory(worktree) ? worktree : cwd,
    environment: { HOLDFAST_CONTINUE: wanted.id },
  };
}

function conversationOf({ terminal }: AgentAdapter, { nativeId, cwd, transcriptPath }: Session) {
  if (nativeId.startsWith(PLACEHOLDER_ID) || transcriptPath === null || !hasContent(transcriptPath))
    return undefined;
  const directory = terminal.resumeDirectory?.({ cwd, transcriptPath }) ?? cwd;
  return isDirectory(directory) ? { command: terminal.resume(nativeId, []), directory } : undefined;
}

function refuseRunning({ processes, clock }: Planning, session: Session): void {
  if (sessionState(session, { processes, now: clock() }) !== "running") return;
  const process = session.pid === null ? "" : ` in process ${session.pid}`;
  const message = `Session ${shortSessionId(session.nativeId)} still runs${process}.`;
  throw new HoldfastError("conflict", message, { next: "Go on in its terminal, or end it first." });
}

function withoutSession(id: string): HoldfastError {
  return new HoldfastError("not_supported", `No agent's session made ${id}, so there is none to start.`, {
    next: `Start your agent and ask it to resume ${id}.`,
  });
}

function findAdapter({ agents }: Planning, asked: string): AgentAdapter {
  const found = agents.find(({ name }) => name === asked);
  if (found) return found;
  const names = agents.map(({ name }) => name).join(", ");
  throw new HoldfastError("invalid_input", `No agent "${asked}". Known agents: ${names}.`);
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
