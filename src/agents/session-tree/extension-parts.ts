/** JavaScript that the extensions of clients with this session format share: it builds the fields of an event. */
export const EXTENSION_PARTS = `
const MAX_TEXT = 65536;

/** The fields of every event. */
function about(ctx) {
  const { sessionManager: session, cwd } = ctx;
  return { session_id: session.getSessionId(), cwd, transcript_path: session.getSessionFile() ?? null };
}

function textOf(content) {
  if (typeof content === "string") return content.slice(0, MAX_TEXT);
  const texts = (content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.join("\\n").slice(0, MAX_TEXT);
}

function messagesOf(ctx, role) {
  const entries = ctx.sessionManager.getBranch();
  return entries.filter(({ type, message }) => type === "message" && message.role === role);
}

function lastAnswer(ctx) {
  return textOf(messagesOf(ctx, "assistant").at(-1)?.message.content);
}

/** A client that opens an earlier session at its start reports only a startup. */
function sourceOf({ reason }, ctx) {
  if (reason === "new") return "clear";
  return reason === "startup" && messagesOf(ctx, "user").length > 0 ? "resume" : reason;
}

function toolFields({ toolName, toolCallId, input, content, isError }) {
  return {
    tool_name: toolName,
    tool_use_id: toolCallId,
    tool_input: input,
    tool_response: textOf(content),
    is_error: isError === true,
  };
}
`;
