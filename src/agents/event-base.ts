import type { HookEnvelope } from "../kernel/agent/agent.ts";
import type { AgentEvent, AgentName } from "../kernel/agent/agent-event.ts";

/** The fields that all events share. */
export type EventBase = Pick<
  AgentEvent,
  "id" | "agent" | "nativeSession" | "cwd" | "at" | "transcriptPath" | "pid" | "promptId"
>;

/** Payload fields that all clients share. */
interface CommonFields {
  session_id: string;
  cwd: string;
  /** Null for a session without a transcript. */
  transcript_path?: string | null | undefined;
  prompt_id?: string | null | undefined;
}

export function eventBase(agent: AgentName, fields: CommonFields, { id, at, pid }: HookEnvelope): EventBase {
  return {
    id,
    agent,
    nativeSession: fields.session_id,
    cwd: fields.cwd,
    at,
    ...(fields.transcript_path ? { transcriptPath: fields.transcript_path } : {}),
    ...(pid === undefined ? {} : { pid }),
    ...(fields.prompt_id ? { promptId: fields.prompt_id } : {}),
  };
}
