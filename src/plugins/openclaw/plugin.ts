import { blockText, MAX_TEXT } from "../block-text.ts";
import { filesCaptured } from "../files-captured.ts";
import { allSent, type HookReply, send } from "../send.ts";
import type { OpenClaw, OpenClawContext, OpenClawPrompt } from "./client.ts";
import { contextEngine } from "./context-engine.ts";
import { conversationOf } from "./database.ts";
import { about, knownSessions, type OpenClawSession, sessionOf } from "./sessions.ts";

/** `openclaw agent` exits with its turn and reports no session end. */
const ENDS_WITH_TURN = process.argv[2] === "agent";

/** The plugin that the client loads: it sends events and passes on the replies. It makes no decisions. */
export default function register(api: OpenClaw): void {
  api.registerContextEngine?.("holdfast", () => contextEngine);
  reportPrompts(api);
  reportTurns(api);
  reportCompactions(api);
  reportEnds(api);
  api.on("resolve_exec_env", (_event, ctx) =>
    sessionOf(ctx) ? { OPENCLAW_SESSION_ID: about(ctx).session_id ?? "" } : {},
  );
}

function reportPrompts(api: OpenClaw): void {
  // The client does not store this, so each turn gets the record of the session start again.
  api.on("before_prompt_build", async (event, ctx) => {
    const session = sessionOf(ctx);
    if (!session) return undefined;
    // The client builds the prompt again when it retries.
    const asked = event.currentUserMessageId ?? ctx.runId ?? event;
    if (session.asked !== asked) {
      session.asked = asked;
      session.reply = sendPrompt(session, event, ctx);
    }
    const { context } = await session.reply;
    const prependContext = [session.record, context].filter(Boolean).join("\n\n");
    return prependContext ? { prependContext } : undefined;
  });

  api.on("before_agent_run", async (_event, ctx) => {
    const { block } = (await sessionOf(ctx)?.reply) ?? {};
    return block ? { outcome: "block", reason: "held by Holdfast", message: block } : undefined;
  });
}

async function sendPrompt(
  session: OpenClawSession,
  event: OpenClawPrompt,
  ctx: OpenClawContext,
): Promise<HookReply> {
  if (!session.isStarted) await start(session, event, ctx);
  const kind = ctx.inputProvenance?.kind ?? "external_user";
  const from_client = kind !== "external_user" || (ctx.trigger ?? "user") !== "user";
  const prompt = (event.currentUserMessage ?? event.prompt).slice(0, MAX_TEXT);
  return prompt ? await send("UserPromptSubmit", { ...about(ctx), prompt, from_client }) : {};
}

async function start(session: OpenClawSession, event: OpenClawPrompt, ctx: OpenClawContext): Promise<void> {
  await open(session, ctx);
  const isResumed = event.messages.some(({ role }) => role === "user");
  const isNew = knownSessions().begunAnew.delete(ctx.sessionId ?? "");
  const source = isNew ? "clear" : isResumed ? "resume" : "startup";
  const { context = "" } = await send("SessionStart", { ...about(ctx), source, model: ctx.modelId });
  session.record = context;
}

async function open(session: OpenClawSession, ctx: OpenClawContext): Promise<void> {
  const isKnown = session.isStarted;
  session.isStarted = true;
  if (!isKnown) session.id = await conversationOf(ctx);
  session.about = about(ctx);
}

function reportTurns(api: OpenClaw): void {
  api.on("before_tool_call", () => filesCaptured());

  api.on("after_tool_call", (event, ctx) => {
    if (!sessionOf(ctx)) return;
    void send("PostToolUse", {
      ...about(ctx),
      tool_name: event.toolName,
      tool_use_id: event.toolCallId ?? "",
      tool_input: event.params,
      tool_response: event.error ?? blockText(event.result?.content),
      is_error: Boolean(event.error ?? event.result?.isError),
      tool_details: { exitCode: event.result?.details?.exitCode },
    });
  });

  api.on("agent_end", async ({ success, messages }, ctx) => {
    const answer = messages.findLast(({ role }) => role === "assistant");
    const session = sessionOf(ctx);
    if (!success || !session) return;
    await send("Stop", { ...about(ctx), last_assistant_message: blockText(answer?.content) });
    if (ENDS_WITH_TURN && session.isStarted) {
      const fields = about(ctx);
      knownSessions().sessions.delete(ctx.sessionId ?? "");
      await send("SessionEnd", { ...fields, reason: "exit" });
    }
    await allSent();
  });
}

function reportCompactions(api: OpenClaw): void {
  api.on("before_compaction", async (_event, ctx) => {
    if (sessionOf(ctx)) await send("PreCompact", { ...about(ctx), trigger: "auto" });
  });

  api.on("after_compaction", async (_event, ctx) => {
    const session = sessionOf(ctx);
    if (!session) return;
    await open(session, ctx);
    await send("PostCompact", { ...about(ctx), trigger: "auto" });
    const { context = "" } = await send("SessionStart", { ...about(ctx), source: "compact" });
    session.record = context;
  });
}

function reportEnds(api: OpenClaw): void {
  api.on("session_end", async ({ reason = "other", nextSessionId }, { sessionId = "" }) => {
    const { sessions, begunAnew } = knownSessions();
    if (nextSessionId && (reason === "new" || reason === "reset")) begunAnew.add(nextSessionId);
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    const ended = reason === "new" ? "clear" : reason;
    if (session?.isStarted) await send("SessionEnd", { ...session.about, reason: ended });
  });

  // A shutdown ends all sessions without an event for each of them.
  api.on("gateway_stop", async () => {
    const { sessions } = knownSessions();
    for (const { isStarted, about: fields } of sessions.values())
      if (isStarted) void send("SessionEnd", { ...fields, reason: "shutdown" });
    sessions.clear();
    await allSent();
  });
}
