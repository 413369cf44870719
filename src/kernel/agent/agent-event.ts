import type { ToolFact } from "./tool-fact.ts";

/** The name of an adapter, which identifies the client in records. The registry lists them. */
export type AgentName = string;

export type StartSource = "startup" | "resume" | "clear" | "compact" | "fork";

/** What every event carries, whichever client sent it. */
interface EventBase {
  /** Made by the hook entry, one per event: the key of exactly-once handling. */
  id: string;
  agent: AgentName;
  /** The client's own session id. */
  nativeSession: string;
  cwd: string;
  /** When the hook received it, milliseconds since 1970. */
  at: number;
  transcriptPath?: string;
  /** The client's process, if known. */
  pid?: number;
  /** The client's id of the turn's prompt, where it has one. */
  promptId?: string;
  /** What the client was started to continue: our id of a session or a checkpoint. */
  continues?: string;
}

/** A hook event in Holdfast's own terms (the seeds' names). `after_model` of the seeds is `tool_use`. */
export type AgentEvent = EventBase &
  (
    | { kind: "session_start"; source: StartSource; model?: string }
    /** `fromClient`: text in the user's name that the client wrote, such as a notification or a hook's feedback. */
    | { kind: "user_prompt_submit"; prompt: string; fromClient?: boolean }
    /**
     * `inTranscript`: the payload does not say what was done, or not how it ended; the transcript does. If it names a command,
     * `command` is that, and no fact.
     */
    | { kind: "tool_use"; facts: ToolFact[]; inTranscript?: boolean; command?: string }
    | { kind: "agent_stop"; stopHookActive: boolean; lastAnswer?: string; backgroundTasks: number }
    /** `fromTokens`: the client reports this before every model call, and compacts only when so many were in use. */
    | { kind: "pre_compact"; trigger: "auto" | "manual"; fromTokens?: number }
    | { kind: "post_compact"; trigger: "auto" | "manual"; summary?: string }
    /** Work goes to a subagent, or comes back from it; what it does in between is not reported. */
    | { kind: "subagent"; phase: "start" | "stop"; subagent: string }
    /** The person went back in the conversation, or returned; most clients do not report it. */
    | { kind: "branch_change" }
    | { kind: "session_end"; reason: string }
    | { kind: "notification"; message: string }
  );

export type AgentEventKind = AgentEvent["kind"];

/** The events of these kinds only. */
export type EventOf<Kind extends AgentEventKind> = Extract<AgentEvent, { kind: Kind }>;

/** What we answer to an event. An empty reply prints nothing. */
export interface Reply {
  /** Text for the model, already fenced and within its budget. */
  context?: string;
  /** Asks the agent to continue instead of stopping, quietly where the client can. At most one per event. */
  block?: { reason: string; quiet?: boolean };
  /** A line for the person only. */
  notice?: string;
}
