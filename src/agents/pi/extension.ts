import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { pluginSender } from "../plugin/sender.ts";
import { EXTENSION_PARTS } from "../session-tree/extension-parts.ts";
import { COLLAPSE_PART } from "./collapse-part.ts";
import { hooks } from "./hooks.ts";

/** The extension that the client loads: it sends events and passes on the replies. It makes no decisions. */
export function extensionText(paths: ConnectPaths): string {
  const server = { command: paths.node, args: [paths.mainScript, "mcp"] };
  return `// Written by \`holdfast connect pi\`, removed by \`holdfast disconnect pi\`. Without Holdfast it does nothing.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
${pluginSender(hooks, paths)}${EXTENSION_PARTS}${COLLAPSE_PART}
const SERVER = ${JSON.stringify(server)};
const SKILLS = fileURLToPath(new URL("skills", import.meta.url));
${EXTENSION}`;
}

const EXTENSION = `
export default function (pi) {
  /** Context for the model, held until the next request can carry it. */
  const held = [];
  let started = Promise.resolve();
  let isPromptSent = false;
  let hasContinued = false;

  const handleReply = ({ context, notice }, ctx) => {
    if (context) held.push(context);
    try {
      if (notice) ctx.ui.notify(notice, "info");
    } catch {
      // The person has switched to another session.
    }
  };
  const message = (content, display) => ({ customType: "holdfast", content, display });
  const sendPrompt = async (prompt, source, ctx) => {
    isPromptSent = true;
    await started;
    const fields = { ...about(ctx), prompt, from_client: source === "extension" };
    const reply = await send("UserPromptSubmit", fields);
    handleReply(reply, ctx);
    return reply;
  };

  pi.on("session_start", (event, ctx) => {
    registerTools(pi, ctx);
    if (event.reason === "reload") return;
    const fields = { ...about(ctx), source: sourceOf(event, ctx), model: ctx.model?.id };
    started = send("SessionStart", fields).then((reply) => handleReply(reply, ctx));
  });

  pi.on("resources_discover", () => (existsSync(SERVER.args[0]) ? { skillPaths: [SKILLS] } : undefined));

  pi.on("input", async (event, ctx) => {
    // Text that is typed while the agent works is read from the session file. A command is sent when it is expanded.
    if (event.streamingBehavior) return;
    hasContinued = false;
    isPromptSent = false;
    if (event.text.startsWith("/")) return;
    const { block } = await sendPrompt(event.text, event.source, ctx);
    if (!block) return;
    ctx.ui.notify(block, "warning");
    return { action: "handled" };
  });

  pi.on("before_agent_start", async (event, ctx) => {
    if (!isPromptSent && event.prompt) await sendPrompt(event.prompt, "interactive", ctx);
    await started;
    const content = held.splice(0).join("\\n\\n");
    return content ? { message: message(content, false) } : undefined;
  });

  pi.on("tool_result", (event, ctx) => {
    send("PostToolUse", { ...about(ctx), ...toolFields(event) });
  });

  pi.on("turn_end", (event, ctx) => {
    const entries = collapsedBy(ctx.sessionManager.getBranch());
    if (entries.length === 0) return;
    const goesOn = event.continue || event.toolResults.length > 0;
    return { entries: [...event.entries, ...entries], ...(goesOn ? { continue: true } : {}) };
  });

  pi.on("agent_before_settle", async (event, ctx) => {
    if (event.outcome !== "completed" || event.continue) return;
    const fields = { stop_hook_active: hasContinued, last_assistant_message: lastAnswer(ctx) };
    const { block, quiet, notice } = await send("Stop", { ...about(ctx), ...fields });
    handleReply({ notice }, ctx);
    if (!block) return;
    hasContinued = true;
    const entry = { type: "custom_message", ...message(block, !quiet) };
    return { entries: [...event.entries, entry], continue: true };
  });

  pi.on("session_before_compact", async ({ reason }, ctx) => {
    await send("PreCompact", { ...about(ctx), trigger: reason === "manual" ? "manual" : "auto" });
  });

  pi.on("session_compact", async ({ reason, compactionEntry }, ctx) => {
    const trigger = reason === "manual" ? "manual" : "auto";
    await send("PostCompact", { ...about(ctx), trigger, compact_summary: compactionEntry.summary });
    handleReply(await send("SessionStart", { ...about(ctx), source: "compact", model: ctx.model?.id }), ctx);
    // If a turn continues after the compaction, no agent start follows. If none continues, this must not start one.
    const content = held.splice(0).join("\\n\\n");
    if (content) pi.sendMessage(message(content, false), { triggerTurn: false });
  });

  pi.on("session_shutdown", async ({ reason }, ctx) => {
    const ended = { ...about(ctx), reason: reason === "new" ? "clear" : reason };
    if (reason !== "reload") send("SessionEnd", ended);
    await Promise.all(pendingSends);
  });

  pi.registerCommand("checkpoint", {
    description: "Save your place, or restore it: /checkpoint [--restore]",
    handler: async (args) => {
      pi.sendUserMessage(("/skill:checkpoint " + args).trim(), { expandPromptTemplates: true });
    },
  });
}

/** Registers our MCP server with the id of the session. Versions before 1.0 have no servers. */
function registerTools(pi, ctx) {
  if (!pi.registerMcpServer || !existsSync(SERVER.args[0])) return;
  const env = { PI_SESSION_ID: ctx.sessionManager.getSessionId() };
  pi.registerMcpServer("holdfast", { ...SERVER, env, exposure: "direct" });
}
`;
