import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { pluginSender } from "../plugin/sender.ts";
import { COLLAPSE_PART } from "./collapse-part.ts";
import { hooks } from "./hooks.ts";

/** The plugin that the client loads: it sends events and passes on the replies. It makes no decisions. */
export function pluginText(paths: ConnectPaths): string {
  const server = { type: "local", command: [paths.node, paths.mainScript, "mcp"], enabled: true };
  return `// Written by \`holdfast connect opencode\`, removed by \`holdfast disconnect opencode\`. Without Holdfast it does nothing.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
${pluginSender(hooks, paths)}${COLLAPSE_PART}
const SERVER = ${JSON.stringify(server)};
${PLUGIN}`;
}

const PLUGIN = `
const COMMAND = {
  description: "Save your place, or restore it: /checkpoint [--restore]",
  template: "[holdfast] Load the skill named checkpoint and follow it. Arguments: $ARGUMENTS",
};
const DATA = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share");
const DATABASE = resolve(DATA, "opencode", process.env.OPENCODE_DB || "opencode.db");
/** \`opencode run\` exits with its turn, so a reply to a stop could not take effect. */
const ENDS_WITH_TURN = process.argv[2] === "run";
const MAX_TEXT = 65536;

const server = async ({ client, directory }) => {
  const created = new Set();
  const isAutoCompaction = new Map();
  /** The state of each session of this process; undefined for a subagent's session. */
  const sessions = new Map();
  const recoveries = new Map();

  const dataOf = async (request) => {
    try {
      return (await request).data;
    } catch {
      return undefined;
    }
  };
  const open = async (id) => {
    const info = (await dataOf(client.session.get({ path: { id } }))) ?? {};
    return info.parentID ? undefined : { id, cwd: info.directory ?? directory, held: [], stops: [] };
  };
  const sessionOf = (id) => {
    if (!sessions.has(id)) sessions.set(id, open(id));
    return sessions.get(id);
  };
  const messagesOf = async ({ id }) => (await dataOf(client.session.messages({ path: { id } }))) ?? [];
  const about = ({ id, cwd }) => {
    return { session_id: id, cwd, transcript_path: existsSync(DATABASE) ? join(DATABASE, id) : null };
  };
  const showToast = (message, variant) => dataOf(client.tui.showToast({ body: { message, variant } }));
  const handleReply = (session, { context, notice }) => {
    if (context) session.held.push(context);
    if (notice) showToast(notice, "info");
  };

  const start = async (session, model) => {
    session.isStarted = true;
    const source = created.has(session.id) ? "startup" : "resume";
    const isFork = source === "startup" && (await messagesOf(session)).length > 0;
    const fields = { ...about(session), source: isFork ? "fork" : source, model };
    handleReply(session, await send("SessionStart", fields));
  };

  const stop = async (id) => {
    const session = await sessions.get(id);
    const answer = (await (session ? messagesOf(session) : [])).findLast(({ info }) => info.role === "assistant");
    // The turn was interrupted or failed, or it was a compaction.
    if (!answer || answer.info.error || answer.info.summary) return;
    const reply = await send("Stop", {
      ...about(session),
      stop_hook_active: ENDS_WITH_TURN || session.hasContinued === true,
      last_assistant_message: textOf(answer.parts),
    });
    if (reply.notice) showToast(reply.notice, "info");
    if (!reply.block) return;
    session.hasContinued = true;
    const parts = [{ type: "text", text: reply.block, synthetic: true }];
    await dataOf(client.session.promptAsync({ path: { id }, body: { parts } }));
  };

  const recover = async (id) => {
    const session = await sessions.get(id);
    if (!session) return;
    const messages = await messagesOf(session);
    const summary = messages.findLast(({ info }) => info.role === "assistant" && info.summary);
    await send("PostCompact", {
      ...about(session),
      trigger: isAutoCompaction.get(id) ? "auto" : "manual",
      compact_summary: summary && textOf(summary.parts),
    });
    handleReply(session, await send("SessionStart", { ...about(session), source: "compact" }));
  };

  /** A person goes back with \`/undo\`, and returns with \`/redo\`. */
  const reverted = new Map();
  const reportRevert = async ({ id, revert }) => {
    const before = reverted.get(id);
    reverted.set(id, revert?.messageID);
    if (before === revert?.messageID) return;
    const session = await sessionOf(id);
    if (session) await send("BranchChange", about(session));
  };

  /** Work that the client does not wait for, but that must finish before it exits. */
  const backgroundTasks = new Set();
  const runInBackground = (work) => {
    const done = work.catch(() => {}).then(() => backgroundTasks.delete(done));
    backgroundTasks.add(done);
    return done;
  };

  return {
    config: async (config) => {
      if (!existsSync(SERVER.command[1])) return;
      config.mcp = { holdfast: SERVER, ...config.mcp };
      config.command = { checkpoint: COMMAND, ...config.command };
    },

    "chat.message": async ({ sessionID }, { message, parts }) => {
      const typed = parts.filter(({ type, synthetic, ignored }) => type === "text" && !synthetic && !ignored);
      const session = await sessionOf(sessionID);
      if (!session || typed.length === 0) return;
      await recoveries.get(sessionID);
      if (!session.isStarted) await start(session, message.model?.modelID);
      session.hasContinued = false;
      const reply = await send("UserPromptSubmit", { ...about(session), prompt: textOf(typed) });
      handleReply(session, reply);
      if (reply.block) {
        await showToast(reply.block, "warning");
        // The client has no other way to withdraw a prompt.
        throw new Error(reply.block);
      }
      if (session.held.length > 0) parts.push(partWith(session, message.id, typed.at(-1).id));
      session.held = [];
    },

    "experimental.chat.messages.transform": async (_input, { messages }) => {
      messages.splice(0, messages.length, ...collapsed(messages));
      const last = messages.findLast(({ info }) => info.role === "user");
      const session = await sessions.get(last?.info.sessionID);
      await recoveries.get(session?.id);
      if (!session || session.held.length === 0) return;
      // Not stored: each request of the turn gets it, and the next prompt keeps it.
      last.parts.push(partWith(session, last.info.id, last.parts.at(-1)?.id ?? "prt_"));
    },

    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      const session = await sessions.get(sessionID);
      if (session && tool === "task") send("SubagentStart", { ...about(session), agent_type: agentOf(args) });
    },

    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      const session = await sessions.get(sessionID);
      if (!session) return;
      send("PostToolUse", {
        ...about(session),
        tool_name: tool,
        tool_use_id: callID,
        tool_input: args,
        tool_response: resultOf(output),
        is_error: output.isError === true || (output.metadata?.exit ?? 0) !== 0,
        tool_details: { exit: output.metadata?.exit },
      });
      if (tool === "task") send("SubagentStop", { ...about(session), agent_type: agentOf(args) });
    },

    "experimental.session.compacting": async ({ sessionID }, output) => {
      const session = await sessionOf(sessionID);
      if (!session) return;
      const trigger = isAutoCompaction.get(sessionID) ? "auto" : "manual";
      const { context } = await send("PreCompact", { ...about(session), trigger });
      if (context) output.context.push(context);
    },

    "shell.env": async ({ sessionID }, output) => {
      if (sessionID) output.env.OPENCODE_SESSION_ID = sessionID;
    },

    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") created.add(properties.info.id);
      if (type === "session.updated") runInBackground(reportRevert(properties.info));
      if (type === "message.part.updated" && properties.part.type === "compaction")
        isAutoCompaction.set(properties.part.sessionID, properties.part.auto === true);
      if (type === "session.idle") runInBackground(stop(properties.sessionID));
      if (type === "session.compacted")
        recoveries.set(properties.sessionID, runInBackground(recover(properties.sessionID)));
    },

    dispose: async () => {
      await Promise.all(backgroundTasks);
      for (const session of await Promise.all(sessions.values()))
        if (session?.isStarted) send("SessionEnd", { ...about(session), reason: "exit" });
      await Promise.all(pendingSends);
    },
  };
};

/** Parts are sent in the order of their ids, so this part follows the part \`after\`. */
function partWith({ id, held }, messageID, after) {
  const text = held.join("\\n\\n");
  return { id: after + "h", messageID, sessionID: id, type: "text", synthetic: true, text };
}

function textOf(parts) {
  const texts = parts.flatMap(({ type, text }) => (type === "text" ? [text] : []));
  return texts.join("\\n").slice(0, MAX_TEXT);
}

/** The type of the subagent that the call starts. */
function agentOf(args) {
  return args?.subagent_type ?? "general";
}

/** A tool of an MCP server returns blocks. */
function resultOf({ output, content }) {
  return typeof output === "string" ? output.slice(0, MAX_TEXT) : textOf(content ?? []);
}

export default { id: "holdfast", server };
`;
