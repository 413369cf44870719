import { blockText } from "../block-text.ts";
import type { ToolCallMessage } from "../collapse/tool-call-messages.ts";
import type { EndedTool, SessionContext } from "./session-context.ts";

/** The fields of every event. */
export function about({ sessionManager: session, cwd }: SessionContext) {
  return { session_id: session.getSessionId(), cwd, transcript_path: session.getSessionFile() ?? null };
}

export function lastAnswer(ctx: SessionContext): string {
  return blockText(messagesOf(ctx, "assistant").at(-1)?.content);
}

/** A client that opens an earlier session at its start reports only a startup. */
export function sourceOf(reason: string, ctx: SessionContext): string {
  if (reason === "new") return "clear";
  return reason === "startup" && messagesOf(ctx, "user").length > 0 ? "resume" : reason;
}

export function toolFields({ toolName, toolCallId, input, content, isError }: EndedTool) {
  return {
    tool_name: toolName,
    tool_use_id: toolCallId,
    tool_input: input,
    tool_response: blockText(content),
    is_error: isError === true,
  };
}

function messagesOf({ sessionManager }: SessionContext, role: string): ToolCallMessage[] {
  const entries = sessionManager.getBranch();
  return entries.flatMap(({ type, message }) =>
    type === "message" && message?.role === role ? [message] : [],
  );
}
