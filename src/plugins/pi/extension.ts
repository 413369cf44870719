import { fileURLToPath } from "node:url";
import { filesCaptured } from "../files-captured.ts";
import { allSent, send } from "../send.ts";
import { serverCommand } from "../server-command.ts";
import { about, lastAnswer, sourceOf, toolFields } from "../session-tree/event-fields.ts";
import { createInbox, type Inbox } from "../session-tree/inbox.ts";
import type { SessionContext } from "../session-tree/session-context.ts";
import type { Pi, PiMessage } from "./client.ts";
import { collapseBranch } from "./collapse-branch.ts";

/** The extension that the client loads: it sends events and passes on the replies. It makes no decisions. */
export default function extension(pi: Pi): void {
  const inbox = createInbox();
  reportSession(pi, inbox);
  reportRun(pi, inbox);
  reportTools(pi);
  reportCompaction(pi, inbox);
  pi.on("resources_discover", () => {
    const skills = fileURLToPath(new URL("skills", import.meta.url));
    return serverCommand() ? { skillPaths: [skills] } : undefined;
  });
  pi.registerCommand("checkpoint", {
    description: "Save your place, or restore it: /checkpoint [--restore]",
    handler: async (args) => {
      pi.sendUserMessage(`/skill:checkpoint ${args}`.trim(), { expandPromptTemplates: true });
    },
  });
}

function reportSession(pi: Pi, inbox: Inbox): void {
  pi.on("session_start", ({ reason }, ctx) => {
    registerTools(pi, ctx);
    if (reason !== "reload") inbox.start(sourceOf(reason, ctx), ctx);
  });

  pi.on("session_shutdown", async ({ reason }, ctx) => {
    const ended = { ...about(ctx), reason: reason === "new" ? "clear" : reason };
    if (reason !== "reload") void send("SessionEnd", ended);
    await allSent();
  });
}

/** Registers our MCP server with the id of the session. */
function registerTools(pi: Pi, ctx: SessionContext): void {
  const server = serverCommand();
  const env = { PI_SESSION_ID: ctx.sessionManager.getSessionId() };
  if (server) pi.registerMcpServer?.("holdfast", { ...server, env, exposure: "direct" });
}

function reportRun(pi: Pi, inbox: Inbox): void {
  let isPromptSent = false;
  let hasContinued = false;
  const sendPrompt = async (prompt: string, source: string, ctx: SessionContext) => {
    isPromptSent = true;
    await inbox.started();
    const fields = { ...about(ctx), prompt, from_client: source === "extension" };
    const reply = await send("UserPromptSubmit", fields);
    inbox.accept(reply, ctx);
    return reply;
  };

  pi.on("input", async (event, ctx) => {
    // Text that is typed while the agent works is read from the session file. A command is sent when it is expanded.
    if (event.streamingBehavior) return undefined;
    hasContinued = false;
    isPromptSent = false;
    if (event.text.startsWith("/")) return undefined;
    const { block } = await sendPrompt(event.text, event.source, ctx);
    if (!block) return undefined;
    ctx.ui.notify(block, "warning");
    return { action: "handled" };
  });

  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    if (!isPromptSent && prompt) await sendPrompt(prompt, "interactive", ctx);
    await inbox.started();
    const content = inbox.take();
    return content ? { message: toMessage(content, false) } : undefined;
  });

  pi.on("agent_before_settle", async (event, ctx) => {
    if (event.continue) return undefined;
    if (event.outcome !== "completed") {
      void send("StopFailure", about(ctx));
      return undefined;
    }
    const fields = { stop_hook_active: hasContinued, last_assistant_message: lastAnswer(ctx) };
    const { block, quiet, notice } = await send("Stop", { ...about(ctx), ...fields });
    if (notice) inbox.accept({ notice }, ctx);
    if (!block) return undefined;
    hasContinued = true;
    const entry = { type: "custom_message" as const, ...toMessage(block, !quiet) };
    return { entries: [...event.entries, entry], continue: true };
  });
}

function reportTools(pi: Pi): void {
  pi.on("tool_call", () => filesCaptured());

  pi.on("tool_result", (event, ctx) => {
    void send("PostToolUse", { ...about(ctx), ...toolFields(event) });
  });

  pi.on("turn_end", (event, ctx) => {
    const entries = collapseBranch(ctx.sessionManager.getBranch());
    if (entries.length === 0) return undefined;
    const goesOn = event.continue || event.toolResults.length > 0;
    return { entries: [...event.entries, ...entries], ...(goesOn ? { continue: true } : {}) };
  });
}

function reportCompaction(pi: Pi, inbox: Inbox): void {
  pi.on("session_before_compact", async ({ reason }, ctx) => {
    await send("PreCompact", { ...about(ctx), trigger: triggerOf(reason) });
  });

  pi.on("session_compact", async ({ reason, compactionEntry }, ctx) => {
    const fields = { trigger: triggerOf(reason), compact_summary: compactionEntry.summary };
    await send("PostCompact", { ...about(ctx), ...fields });
    inbox.accept(await send("SessionStart", { ...about(ctx), source: "compact", model: ctx.model?.id }), ctx);
    // If a turn continues after the compaction, no agent start follows. If none continues, this must not start one.
    const content = inbox.take();
    if (content) pi.sendMessage(toMessage(content, false), { triggerTurn: false });
  });
}

function triggerOf(reason: string): string {
  return reason === "manual" ? "manual" : "auto";
}

function toMessage(content: string, display: boolean): PiMessage {
  return { customType: "holdfast", content, display };
}
