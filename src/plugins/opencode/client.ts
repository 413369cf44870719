/**
 * What our plugin uses of `PluginInput`, `Hooks` and `Event` (`@opencode-ai/plugin` and `@opencode-ai/sdk` 1.18.33, which
 * bring the package `effect`).
 */
export interface OpenCodeInput {
  client: OpenCodeClient;
  directory: string;
}

export interface OpenCodeClient {
  session: {
    get(request: SessionRequest): Promise<Answer<{ parentID?: string; directory?: string }>>;
    messages(request: SessionRequest): Promise<Answer<OpenCodeMessage[]>>;
    promptAsync(request: SessionRequest & { body: { parts: object[] } }): Promise<Answer<unknown>>;
  };
  tui: {
    showToast(request: { body: { message: string; variant: "info" | "warning" } }): Promise<Answer<unknown>>;
  };
}

interface SessionRequest {
  path: { id: string };
}

interface Answer<T> {
  data?: T | undefined;
}

export interface OpenCodeMessage {
  info: OpenCodeInfo;
  parts: OpenCodePart[];
}

interface OpenCodeInfo {
  id: string;
  sessionID: string;
  role: "user" | "assistant";
  /** Whether an answer is the summary of a compaction. */
  summary?: unknown;
  error?: unknown;
}

/** A text, a tool with what became of its call, and others. */
export interface OpenCodePart {
  id: string;
  messageID: string;
  sessionID: string;
  type: string;
  text?: string;
  synthetic?: boolean;
  ignored?: boolean;
  tool?: string;
  callID?: string;
  state?: OpenCodeCall;
}

export interface OpenCodeCall {
  status: "pending" | "running" | "completed" | "error";
  input?: unknown;
  output?: string;
  time?: { start: number; end?: number };
}

/** What a tool returned; `content` holds the blocks of a server's tool. */
export interface OpenCodeOutput {
  output?: unknown;
  content?: readonly { type: string; text?: string }[];
  metadata?: { exit?: number | null };
  isError?: boolean;
}

interface OpenCodeConfig {
  mcp?: object;
  command?: object;
}

interface CallInput {
  tool: string;
  sessionID: string;
  callID: string;
}

export type OpenCodeEvent =
  | { type: "session.created"; properties: { info: { id: string } } }
  | { type: "session.updated"; properties: { info: { id: string; revert?: { messageID: string } } } }
  | {
      type: "message.part.updated";
      properties: { part: { type: string; sessionID: string; auto?: boolean } };
    }
  | { type: "session.idle"; properties: { sessionID: string } }
  | { type: "session.compacted"; properties: { sessionID: string } };

export interface OpenCodeHooks {
  config(config: OpenCodeConfig): Promise<void>;
  "chat.message"(
    input: { sessionID: string },
    output: { message: { id: string; model?: { modelID: string } }; parts: OpenCodePart[] },
  ): Promise<void>;
  "experimental.chat.messages.transform"(
    input: object,
    output: { messages: OpenCodeMessage[] },
  ): Promise<void>;
  "tool.execute.before"(input: CallInput, output: { args?: TaskArguments }): Promise<void>;
  "tool.execute.after"(input: CallInput & { args?: TaskArguments }, output: OpenCodeOutput): Promise<void>;
  "experimental.session.compacting"(
    input: { sessionID: string },
    output: { context: string[] },
  ): Promise<void>;
  "shell.env"(input: { sessionID?: string }, output: { env: Record<string, string> }): Promise<void>;
  event(input: { event: OpenCodeEvent }): Promise<void>;
  dispose(): Promise<void>;
}

export interface TaskArguments {
  subagent_type?: string;
}
