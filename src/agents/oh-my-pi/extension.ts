import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { pluginSender } from "../plugin/sender.ts";
import { EXTENSION_PARTS } from "../session-tree/extension-parts.ts";
import { hooks } from "./hooks.ts";

/** The extension that the client loads: it sends events and passes on the replies. It makes no decisions. */
export function extensionText(paths: ConnectPaths): string {
  return `// Written by \`holdfast connect oh-my-pi\`, removed by \`holdfast disconnect oh-my-pi\`. Without Holdfast it does nothing.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
${pluginSender(hooks, paths)}${EXTENSION_PARTS}${EXTENSION}`;
}

const EXTENSION = `
export default function (pi) {
  /** Context for the model, held until the next request can carry it. */
  const held = [];
  let started = Promise.resolve();
  /** The fields of every event of the open session. */
  let current;
  /** The text with which the client was asked to continue. The next run begins with it, as with a prompt. */
  let continuation;
  let isTyped = false;
  let isPromptSent = false;

  const handleReply = ({ context, notice }, ctx) => {
    if (context) held.push(context);
    try {
      if (notice) ctx.ui.notify(notice, "info");
    } catch {
      // The person has switched to another session.
    }
  };
  const message = (content) => ({ customType: "holdfast", content, display: false, attribution: "agent" });
  const begin = (source, ctx) => {
    current = about(ctx);
    const fields = { ...current, source, model: ctx.model?.id };
    started = send("SessionStart", fields).then((reply) => handleReply(reply, ctx));
  };
  const switchSession = async (source, ctx) => {
    if (isSubagent(ctx)) return;
    held.length = 0;
    if (current) await send("SessionEnd", { ...current, reason: source });
    begin(source, ctx);
  };
  const sendPrompt = async (prompt, fromClient, ctx) => {
    isPromptSent = true;
    await started;
    const reply = await send("UserPromptSubmit", { ...about(ctx), prompt, from_client: fromClient });
    handleReply(reply, ctx);
    return reply;
  };

  pi.on("session_start", (event, ctx) => {
    if (!isSubagent(ctx)) begin(sourceOf({ reason: "startup" }, ctx), ctx);
  });

  pi.on("session_switch", ({ reason }, ctx) => switchSession(reason === "new" ? "clear" : reason, ctx));

  pi.on("session_branch", (event, ctx) => switchSession("fork", ctx));

  pi.on("input", async (event, ctx) => {
    isTyped = true;
    // Text that is typed while the agent works is sent when the agent takes it, a command when it is expanded.
    if (isSubagent(ctx) || !ctx.isIdle() || event.text.startsWith("/")) return;
    const { block } = await sendPrompt(event.text, false, ctx);
    if (!block) return;
    isTyped = isPromptSent = false;
    ctx.ui.notify(block, "warning");
    return { handled: true };
  });

  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    if (isSubagent(ctx)) return;
    // The client reports what was typed only in a terminal. Elsewhere its own notices are recognized by how they begin.
    const isFromClient = (ctx.mode === "tui" && !isTyped) || prompt?.startsWith("<system-") === true;
    if (!isPromptSent && prompt && prompt !== continuation) await sendPrompt(prompt, isFromClient, ctx);
    isTyped = isPromptSent = false;
    await started;
    const content = held.splice(0).join("\\n\\n");
    return content ? { message: message(content) } : undefined;
  });

  pi.on("tool_call", ({ toolName, input }, ctx) => {
    if (toolName === "task" && !isSubagent(ctx)) send("SubagentStart", { ...about(ctx), agent_type: agentOf(input) });
  });

  pi.on("tool_result", async (event, ctx) => {
    const { toolName, input } = event;
    // A call of a device is reported twice: as the call, and as a write to the device.
    if (isSubagent(ctx) || (toolName === "write" && String(input?.path).startsWith("xd://"))) return;
    const sent = send("PostToolUse", { ...about(ctx), ...toolFields(event), ...detailsOf(event) });
    if (toolName === "task") send("SubagentStop", { ...about(ctx), agent_type: agentOf(input) });
    // A mark must be on disk before the model continues.
    if (toolName === "checkpoint" || toolName === "rewind") await sent;
  });

  pi.on("session_stop", async ({ last_assistant_message: answer, stop_hook_active }, ctx) => {
    if (isSubagent(ctx) || answer?.stopReason === "error" || answer?.stopReason === "aborted") return;
    const fields = { stop_hook_active, last_assistant_message: textOf(answer?.content) };
    const { block, notice } = await send("Stop", { ...about(ctx), ...fields });
    handleReply({ notice }, ctx);
    continuation = block;
    return block ? { continue: true, additionalContext: block } : undefined;
  });

  pi.on("session.compacting", async (event, ctx) => {
    if (isSubagent(ctx)) return;
    const { context } = await send("PreCompact", { ...about(ctx), trigger: "auto" });
    return context ? { context: [context] } : undefined;
  });

  pi.on("session_compact", async ({ compactionEntry }, ctx) => {
    if (isSubagent(ctx)) return;
    await send("PostCompact", { ...about(ctx), trigger: "auto", compact_summary: compactionEntry.summary });
    const fields = { ...about(ctx), source: "compact", model: ctx.model?.id };
    started = send("SessionStart", fields).then((reply) => handleReply(reply, ctx));
    await started;
    // If a turn continues after the compaction, no agent start follows. If none continues, this must not start one.
    const content = ctx.isIdle() ? "" : held.splice(0).join("\\n\\n");
    if (content) pi.sendMessage(message(content), { triggerTurn: false });
  });

  pi.on("session_shutdown", async (event, ctx) => {
    if (!isSubagent(ctx)) send("SessionEnd", { ...about(ctx), reason: "quit" });
    await Promise.all(pendingSends);
  });
}

/**
 * A subagent's session is in the directory of its parent session. Its findings are in the result of the parent's call.
 */
function isSubagent(ctx) {
  const file = ctx.sessionManager.getSessionFile();
  return file !== undefined && existsSync(dirname(file) + ".jsonl");
}

/** The type of the first subagent that the call starts. */
function agentOf(input) {
  return String(input?.agent ?? input?.tasks?.[0]?.agent ?? "task");
}

/** The whole list of todos is only in the result. */
function detailsOf({ toolName, details }) {
  return toolName === "todo" ? { tool_details: { phases: details?.phases } } : {};
}
`;
