import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { TranscriptEntry } from "../kernel/transcript.ts";
import type { Capture } from "./capture-state.ts";
import { foldEntry } from "./fold-entry.ts";
import { redactEntry } from "./redact-entry.ts";

/** At a stop only the turn's end is new; everywhere else the adapter's full tail is read. */
const STOP_TAIL = 256 * 1024;

/** The capture with what an event brings: first the transcript where it is worth reading, then the event itself. */
export async function captureEvent(ctx: Context, event: AgentEvent, capture: Capture): Promise<Capture> {
  const path = event.transcriptPath;
  const fromTranscript =
    path !== undefined && readsTranscript(event)
      ? await captureTranscript(ctx, { agent: event.agent, path }, capture, tailOf(event))
      : capture;
  return fold(ctx, entriesOf(event), fromTranscript);
}

/** Catches up with a session's transcript: what hooks missed (a killed client, hooks off) is there. */
export async function captureTranscript(
  ctx: Context,
  { agent, path }: { agent: Session["agent"]; path: string },
  capture: Capture,
  maxBytes?: number,
): Promise<Capture> {
  const adapter = ctx.agents.find(({ name }) => name === agent);
  const transcript = await adapter?.readTranscript(path, maxBytes);
  if (!transcript) return capture;
  const fresh = transcript.entries.filter(({ at }) => at >= capture.foldedTo);
  const folded = fold(ctx, fresh, capture);
  return {
    ...folded,
    foldedTo: Math.max(capture.foldedTo, fresh.at(-1)?.at ?? 0),
    tokens: transcript.contextUse?.tokens ?? capture.tokens,
  };
}

function fold(ctx: Context, entries: readonly TranscriptEntry[], capture: Capture): Capture {
  return entries.reduce((state, entry) => foldEntry(state, redactEntry(entry, ctx.redactor)), capture);
}

function readsTranscript(event: AgentEvent): boolean {
  return ["agent_stop", "pre_compact", "session_end", "session_start"].includes(event.kind);
}

function tailOf(event: AgentEvent): number | undefined {
  return event.kind === "agent_stop" ? STOP_TAIL : undefined;
}

/** What the event itself says; the kinds not named bring nothing that the transcript does not hold. */
function entriesOf(event: AgentEvent): TranscriptEntry[] {
  const { at } = event;
  if (event.kind === "user_prompt_submit") {
    return [{ type: "prompt", at, text: event.prompt, promptId: event.promptId ?? event.id }];
  }
  if (event.kind === "agent_stop")
    return event.lastAnswer ? [{ type: "answer", at, text: event.lastAnswer }] : [];
  if (event.kind !== "tool_use") return [];
  return event.calls.flatMap(({ result, ...call }): TranscriptEntry[] => [
    { type: "tool_call", at, call },
    ...(result ? [{ type: "tool_result", at, callId: call.id, ...result } as const] : []),
  ]);
}
