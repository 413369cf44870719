import type { EndedTool, SessionContext } from "../session-tree/session-context.ts";

/**
 * What our extension uses of `ExtensionAPI` (`core/extensions/types.d.ts` in the package
 * `@earendil-works/pi-coding-agent` 1.5.2, which is too large for a dependency).
 */
export interface Pi {
  on<Name extends keyof PiEvents>(
    name: Name,
    handler: (
      event: PiEvents[Name],
      ctx: SessionContext,
    ) => PiResult<Name> | undefined | Promise<PiResult<Name> | undefined> | Promise<void> | void,
  ): void;
  /** Versions before 1.0 have no servers. */
  registerMcpServer?(name: string, server: PiServer): void;
  registerCommand(
    name: string,
    command: { description: string; handler: (args: string) => Promise<void> },
  ): void;
  sendMessage(message: PiMessage, options: { triggerTurn: boolean }): void;
  sendUserMessage(content: string, options: { expandPromptTemplates: boolean }): void;
}

interface PiServer {
  command: string;
  args: string[];
  env: Record<string, string>;
  exposure: "direct";
}

export interface PiMessage {
  customType: string;
  content: string;
  display: boolean;
}

/** An entry to append to the session (`SessionBoundaryDraft`). */
export type PiDraft =
  | ({ type: "custom_message" } & PiMessage)
  | { type: "context_edit"; targetId: string; replacement: { content: unknown } | null };

/** An event at which entries may be appended (`BoundaryState`). */
interface Boundary {
  entries: PiDraft[];
  continue: boolean;
}

interface PiEvents {
  session_start: { reason: "startup" | "reload" | "new" | "resume" | "fork" };
  resources_discover: object;
  input: { text: string; source: "interactive" | "rpc" | "extension"; streamingBehavior?: string };
  /** Without a prompt if an extension started the run. */
  before_agent_start: { prompt?: string };
  tool_call: object;
  tool_result: EndedTool;
  turn_end: Boundary & { toolResults: readonly unknown[] };
  agent_before_settle: Boundary & { outcome: "completed" | "aborted" | "error" };
  session_before_compact: { reason: "manual" | "threshold" | "overflow" };
  session_compact: { reason: "manual" | "threshold" | "overflow"; compactionEntry: { summary?: string } };
  session_shutdown: { reason: "quit" | "reload" | "new" | "resume" | "fork" };
}

interface PiResults {
  resources_discover: { skillPaths: string[] };
  input: { action: "handled" };
  before_agent_start: { message: PiMessage };
  turn_end: { entries: PiDraft[]; continue?: boolean };
  agent_before_settle: { entries: PiDraft[]; continue?: boolean };
}

type PiResult<Name extends keyof PiEvents> = Name extends keyof PiResults ? PiResults[Name] : never;
