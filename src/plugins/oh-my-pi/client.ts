import type { TextBlock } from "../block-text.ts";
import type { EndedTool, SessionContext } from "../session-tree/session-context.ts";

/**
 * What our extension uses of `ExtensionAPI` (`src/extensibility/extensions/types.ts` and `src/extensibility/shared-events.ts`
 * in the package `@oh-my-pi/pi-coding-agent` 18.2.3, which is too large for a dependency).
 */
export interface OhMyPi {
  on<Name extends keyof OhMyPiEvents>(
    name: Name,
    handler: (
      event: OhMyPiEvents[Name],
      ctx: OhMyPiContext,
    ) => OhMyPiResult<Name> | undefined | Promise<OhMyPiResult<Name> | undefined> | Promise<void> | void,
  ): void;
  sendMessage(message: OhMyPiMessage, options: { triggerTurn: boolean }): void;
}

export interface OhMyPiContext extends SessionContext {
  mode: string;
  isIdle(): boolean;
}

export interface OhMyPiMessage {
  customType: string;
  content: string;
  display: boolean;
  attribution: "agent";
}

type ToolInput = { readonly [name: string]: unknown } | undefined;

interface OhMyPiEvents {
  session_start: object;
  session_switch: { reason: "new" | "resume" | "fork" };
  session_branch: object;
  /** Only in a terminal. */
  input: { text: string };
  before_agent_start: { prompt?: string };
  tool_call: { toolName: string; input: ToolInput };
  tool_result: EndedTool;
  session_stop: {
    last_assistant_message?: { content?: string | readonly TextBlock[]; stopReason?: string };
    stop_hook_active: boolean;
  };
  "session.compacting": object;
  session_compact: { compactionEntry: { summary?: string } };
  session_shutdown: object;
}

interface OhMyPiResults {
  input: { handled: true };
  before_agent_start: { message: OhMyPiMessage };
  session_stop: { continue: true; additionalContext: string };
  "session.compacting": { context: string[] };
}

type OhMyPiResult<Name extends keyof OhMyPiEvents> = Name extends keyof OhMyPiResults
  ? OhMyPiResults[Name]
  : never;
