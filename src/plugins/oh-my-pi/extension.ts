import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { blockText } from "../block-text.ts";
import { filesCaptured } from "../files-captured.ts";
import { allSent, send } from "../send.ts";
import { about, sourceOf, toolFields } from "../session-tree/event-fields.ts";
import { createInbox, type Inbox } from "../session-tree/inbox.ts";
import type { EndedTool, SessionContext } from "../session-tree/session-context.ts";
import type { OhMyPi, OhMyPiContext, OhMyPiMessage } from "./client.ts";

/** The extension that the client loads: it sends events and passes on the replies. It makes no decisions. */
export default function extension(pi: OhMyPi): void {
  const inbox = createInbox();
  reportSession(pi, inbox);
  reportRun(pi, inbox);
  reportTools(pi);
  reportCompaction(pi, inbox);
}

function reportSession(pi: OhMyPi, inbox: Inbox): void {
  /** The fields of every event of the open session. */
  let current: object | undefined;
  const begin = (source: string, ctx: OhMyPiContext) => {
    current = about(ctx);
    inbox.start(source, ctx);
  };
  const switchSession = async (source: string, ctx: OhMyPiContext) => {
    if (isSubagent(ctx)) return;
    inbox.take();
    if (current) await send("SessionEnd", { ...current, reason: source });
    begin(source, ctx);
  };

  pi.on("session_start", (_event, ctx) => {
    if (!isSubagent(ctx)) begin(sourceOf("startup", ctx), ctx);
  });

  pi.on("session_switch", ({ reason }, ctx) => switchSession(reason === "new" ? "clear" : reason, ctx));

  pi.on("session_branch", (_event, ctx) => switchSession("fork", ctx));

  pi.on("session_shutdown", async (_event, ctx) => {
    if (!isSubagent(ctx)) void send("SessionEnd", { ...about(ctx), reason: "quit" });
    await allSent();
  });
}

function reportRun(pi: OhMyPi, inbox: Inbox): void {
  /** The text with which the client was asked to continue. The next run begins with it, as with a prompt. */
  let continuation: string | undefined;
  let isTyped = false;
  let isPromptSent = false;
  const sendPrompt = async (prompt: string, fromClient: boolean, ctx: OhMyPiContext) => {
    isPromptSent = true;
    await inbox.started();
    const reply = await send("UserPromptSubmit", { ...about(ctx), prompt, from_client: fromClient });
    inbox.accept(reply, ctx);
    return reply;
  };

  pi.on("input", async (event, ctx) => {
    isTyped = true;
    // Text that is typed while the agent works is sent when the agent takes it, a command when it is expanded.
    if (isSubagent(ctx) || !ctx.isIdle() || event.text.startsWith("/")) return undefined;
    const { block } = await sendPrompt(event.text, false, ctx);
    if (!block) return undefined;
    isTyped = isPromptSent = false;
    ctx.ui.notify(block, "warning");
    return { handled: true };
  });

  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    if (isSubagent(ctx)) return undefined;
    // The client reports what was typed only in a terminal. Elsewhere its own notices are recognized by how they begin.
    const isFromClient = (ctx.mode === "tui" && !isTyped) || prompt?.startsWith("<system-") === true;
    if (!isPromptSent && prompt && prompt !== continuation) await sendPrompt(prompt, isFromClient, ctx);
    isTyped = isPromptSent = false;
    await inbox.started();
    const content = inbox.take();
    return content ? { message: toMessage(content) } : undefined;
  });

  pi.on("session_stop", async ({ last_assistant_message: answer, stop_hook_active }, ctx) => {
    const { stopReason } = answer ?? {};
    if (isSubagent(ctx)) return undefined;
    if (stopReason === "error" || stopReason === "aborted") {
      void send("StopFailure", about(ctx));
      return undefined;
    }
    const fields = { stop_hook_active, last_assistant_message: blockText(answer?.content) };
    const { block, notice } = await send("Stop", { ...about(ctx), ...fields });
    if (notice) inbox.accept({ notice }, ctx);
    continuation = block;
    return block ? { continue: true, additionalContext: block } : undefined;
  });
}

function reportTools(pi: OhMyPi): void {
  pi.on("tool_call", async ({ toolName, input }, ctx) => {
    if (toolName === "task" && !isSubagent(ctx))
      void send("SubagentStart", { ...about(ctx), agent_type: subagentOf(input) });
    await filesCaptured();
  });

  pi.on("tool_result", async (event, ctx) => {
    const { toolName, input } = event;
    // A call of a device is reported twice: as the call, and as a write to the device.
    const isOfDevice = toolName === "write" && String(input?.["path"]).startsWith("xd://");
    if (isSubagent(ctx) || isOfDevice) return;
    const sent = send("PostToolUse", { ...about(ctx), ...toolFields(event), ...detailsOf(event) });
    if (toolName === "task") void send("SubagentStop", { ...about(ctx), agent_type: subagentOf(input) });
    // A mark must be on disk before the model continues.
    if (toolName === "checkpoint" || toolName === "rewind") await sent;
  });
}

/** The whole list of todos is only in the result. */
function detailsOf({ toolName, details }: EndedTool) {
  const { phases } = (details ?? {}) as { phases?: unknown };
  return toolName === "todo" ? { tool_details: { phases } } : {};
}

function reportCompaction(pi: OhMyPi, inbox: Inbox): void {
  pi.on("session.compacting", async (_event, ctx) => {
    if (isSubagent(ctx)) return undefined;
    const { context } = await send("PreCompact", { ...about(ctx), trigger: "auto" });
    return context ? { context: [context] } : undefined;
  });

  pi.on("session_compact", async ({ compactionEntry }, ctx) => {
    if (isSubagent(ctx)) return;
    const fields = { trigger: "auto", compact_summary: compactionEntry.summary };
    await send("PostCompact", { ...about(ctx), ...fields });
    inbox.start("compact", ctx);
    await inbox.started();
    // If a turn continues after the compaction, no agent start follows. If none continues, this must not start one.
    const content = ctx.isIdle() ? "" : inbox.take();
    if (content) pi.sendMessage(toMessage(content), { triggerTurn: false });
  });
}

function toMessage(content: string): OhMyPiMessage {
  return { customType: "holdfast", content, display: false, attribution: "agent" };
}

/**
 * A subagent's session is in the directory of its parent session. Its findings are in the result of the parent's call.
 */
function isSubagent({ sessionManager }: SessionContext): boolean {
  const file = sessionManager.getSessionFile();
  return file !== undefined && existsSync(`${dirname(file)}.jsonl`);
}

interface TaskInput {
  agent?: unknown;
  tasks?: readonly { agent?: unknown }[];
}

/** The type of the first subagent that the call starts. */
function subagentOf(input: TaskInput | undefined): string {
  const agent = input?.agent ?? input?.tasks?.[0]?.agent;
  return typeof agent === "string" ? agent : "task";
}
