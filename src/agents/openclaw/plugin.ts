import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { pluginSender } from "../plugin/sender.ts";
import { COLLAPSE_PART } from "./collapse-part.ts";
import { hooks } from "./hooks.ts";
import { SESSION_PART } from "./session-part.ts";

/** The plugin that the client loads: it sends events and passes on the replies. It makes no decisions. */
export function pluginText(paths: ConnectPaths): string {
  return `// Written by \`holdfast connect openclaw\`, removed by \`holdfast disconnect openclaw\`. Without Holdfast it does nothing.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
${pluginSender(hooks, paths)}${SESSION_PART}${COLLAPSE_PART}${PLUGIN}`;
}

const PLUGIN = `
const MAX_TEXT = 65536;
/** \`openclaw agent\` exits with its turn and reports no session end. */
const ENDS_WITH_TURN = process.argv[2] === "agent";

async function start(session, event, ctx) {
  session.isStarted = true;
  session.id = await idOf(ctx);
  session.about = about(ctx);
  const isResumed = event.messages.some(({ role }) => role === "user");
  const source = begunAnew.delete(ctx.sessionId) ? "clear" : isResumed ? "resume" : "startup";
  const { context = "" } = await send("SessionStart", { ...about(ctx), source, model: ctx.modelId });
  session.record = context;
}

async function sendPrompt(session, event, ctx) {
  if (!session.isStarted) await start(session, event, ctx);
  const kind = ctx.inputProvenance?.kind ?? "external_user";
  const from_client = kind !== "external_user" || (ctx.trigger ?? "user") !== "user";
  const prompt = (event.currentUserMessage ?? event.prompt).slice(0, MAX_TEXT);
  return prompt ? send("UserPromptSubmit", { ...about(ctx), prompt, from_client }) : {};
}

function textOf(content) {
  if (typeof content === "string") return content.slice(0, MAX_TEXT);
  const texts = (content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.join("\\n").slice(0, MAX_TEXT);
}

export default function register(api) {
  api.registerContextEngine?.("holdfast", () => engine);

  // The client does not store this, so each turn gets the record of the session start again.
  api.on("before_prompt_build", async (event, ctx) => {
    const session = sessionOf(ctx);
    if (!session) return;
    // The client builds the prompt again when it retries.
    const asked = event.currentUserMessageId ?? ctx.runId ?? event;
    if (session.asked !== asked) {
      session.asked = asked;
      session.reply = sendPrompt(session, event, ctx);
    }
    const { context } = await session.reply;
    const prependContext = [session.record, context].filter(Boolean).join("\\n\\n");
    return prependContext ? { prependContext } : undefined;
  });

  api.on("before_agent_run", async (_event, ctx) => {
    const { block } = (await sessionOf(ctx)?.reply) ?? {};
    return block ? { outcome: "block", reason: "held by Holdfast", message: block } : undefined;
  });

  api.on("after_tool_call", (event, ctx) => {
    if (!sessionOf(ctx)) return;
    send("PostToolUse", {
      ...about(ctx),
      tool_name: event.toolName,
      tool_use_id: event.toolCallId ?? "",
      tool_input: event.params,
      tool_response: event.error ?? textOf(event.result?.content),
      is_error: Boolean(event.error ?? event.result?.isError),
      tool_details: { exitCode: event.result?.details?.exitCode },
    });
  });

  api.on("agent_end", async ({ success, messages }, ctx) => {
    const answer = messages.findLast(({ role }) => role === "assistant");
    const session = sessionOf(ctx);
    if (!success || !session) return;
    await send("Stop", { ...about(ctx), last_assistant_message: textOf(answer?.content) });
    if (ENDS_WITH_TURN && session.isStarted) {
      const fields = about(ctx);
      sessions.delete(ctx.sessionId);
      await send("SessionEnd", { ...fields, reason: "exit" });
    }
    await Promise.all(pendingSends);
  });

  api.on("before_compaction", async (_event, ctx) => {
    if (sessionOf(ctx)) await send("PreCompact", { ...about(ctx), trigger: "auto" });
  });

  api.on("after_compaction", async (_event, ctx) => {
    const session = sessionOf(ctx);
    if (!session) return;
    if (!session.isStarted) session.id = await idOf(ctx);
    session.isStarted = true;
    session.about = about(ctx);
    await send("PostCompact", { ...about(ctx), trigger: "auto" });
    const { context = "" } = await send("SessionStart", { ...about(ctx), source: "compact" });
    session.record = context;
  });

  api.on("session_end", async ({ reason = "other", nextSessionId }, ctx) => {
    if (nextSessionId && (reason === "new" || reason === "reset")) begunAnew.add(nextSessionId);
    const session = sessions.get(ctx.sessionId);
    sessions.delete(ctx.sessionId);
    if (session?.isStarted) await send("SessionEnd", { ...session.about, reason: reason === "new" ? "clear" : reason });
  });

  // A shutdown ends all sessions without an event for each of them.
  api.on("gateway_stop", async () => {
    for (const { isStarted, about: fields } of sessions.values())
      if (isStarted) send("SessionEnd", { ...fields, reason: "shutdown" });
    sessions.clear();
    await Promise.all(pendingSends);
  });

  api.on("resolve_exec_env", (_event, ctx) => (sessionOf(ctx) ? { OPENCLAW_SESSION_ID: about(ctx).session_id } : {}));
}
`;
