import type { TextBlock } from "../block-text.ts";
import type { ToolCallMessage } from "../collapse/tool-call-messages.ts";

/**
 * What our plugin and our hook pack use of `OpenClawPluginApi`, `ContextEngine` and `InternalHookEvent` (`openclaw/plugin-sdk`
 * in the package `openclaw` 2026.9.6, which is too large for a dependency).
 */
export interface OpenClaw {
  on<Name extends keyof OpenClawEvents>(
    name: Name,
    handler: (
      event: OpenClawEvents[Name],
      ctx: OpenClawContext,
    ) => OpenClawResult<Name> | undefined | Promise<OpenClawResult<Name> | undefined> | Promise<void> | void,
  ): void;
  /** Older versions have no context engines. */
  registerContextEngine?(id: string, create: () => OpenClawContextEngine): void;
}

/** Identifies the session of an event. Which fields there are differs between events. */
export interface OpenClawSessionKey {
  sessionId?: string | undefined;
  sessionKey?: string | undefined;
  agentId?: string | undefined;
  workspaceDir?: string | undefined;
}

export interface OpenClawContext extends OpenClawSessionKey {
  runId?: string;
  modelId?: string;
  trigger?: string;
  inputProvenance?: { kind?: string };
}

export interface OpenClawPrompt {
  prompt: string;
  messages: readonly { role: string }[];
  currentUserMessage?: string;
  currentUserMessageId?: string;
}

interface OpenClawEvents {
  before_prompt_build: OpenClawPrompt;
  before_agent_run: object;
  before_tool_call: object;
  after_tool_call: {
    toolName: string;
    toolCallId?: string;
    params?: unknown;
    error?: string;
    result?: {
      content?: string | readonly TextBlock[];
      isError?: boolean;
      details?: { exitCode?: number | null };
    };
  };
  agent_end: { success: boolean; messages: readonly ToolCallMessage[] };
  before_compaction: object;
  after_compaction: object;
  session_end: { reason?: string; nextSessionId?: string };
  gateway_stop: object;
  resolve_exec_env: object;
}

interface OpenClawResults {
  before_prompt_build: { prependContext: string };
  before_agent_run: { outcome: "block"; reason: string; message: string };
  resolve_exec_env: Record<string, string>;
}

type OpenClawResult<Name extends keyof OpenClawEvents> = Name extends keyof OpenClawResults
  ? OpenClawResults[Name]
  : never;

/** The client asks it at the beginning of each turn for the messages before that turn. */
export interface OpenClawContextEngine {
  info: {
    id: string;
    name: string;
    ownsCompaction: boolean;
    transcriptSemantics: Record<string, string>;
  };
  ingest(): Promise<{ ingested: boolean }>;
  assemble(input: {
    messages: readonly ToolCallMessage[];
  }): Promise<{ messages: readonly ToolCallMessage[]; estimatedTokens: number }>;
  commitTurn(): Promise<{ status: "committed" }>;
  compact(input: unknown): Promise<unknown>;
}

/** An event of a gateway, for hook packs. */
export interface OpenClawHookEvent {
  type: string;
  action: string;
  sessionKey?: string;
  context: OpenClawSessionKey & {
    reason?: string;
    sessionEntry?: { sessionId?: string };
    previousSessionEntry?: { sessionId?: string };
    bootstrapFiles?: { name: string; path: string; content: string; missing: boolean }[];
  };
}
