import type { ToolCallBlock, ToolCallMessage } from "../collapse/tool-call-messages.ts";

/**
 * What our extensions use of `ExtensionContext` and of `SessionEntry`, the same in pi and in oh-my-pi
 * (`core/extensions/types.d.ts` and `core/session-manager.d.ts` in the package `@earendil-works/pi-coding-agent` 1.5.2).
 * The package is too large for a dependency.
 */
export interface SessionContext {
  cwd: string;
  model: { id: string } | undefined;
  ui: { notify(text: string, type: "info" | "warning"): void };
  sessionManager: {
    getSessionId(): string;
    getSessionFile(): string | undefined;
    getBranch(): readonly SessionEntry[];
  };
}

/** One of several kinds: `message`, `custom_message`, `context_edit` and others that are not used here. */
export interface SessionEntry {
  id: string;
  type: string;
  message?: ToolCallMessage;
  targetId?: string;
}

/** A tool that ended, as in `ToolResultEvent`. */
export interface EndedTool {
  toolName: string;
  toolCallId: string;
  input?: Readonly<Record<string, unknown>>;
  content: readonly ToolCallBlock[];
  isError: boolean;
  details?: unknown;
}
