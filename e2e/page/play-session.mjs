import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../client/places.mjs";

/**
 * @typedef {{ home: string, root: string }} Sandbox
 * @typedef {{ tool: string, input: Record<string, unknown>, result?: string, failed?: boolean, write?: [string, string] }} Call
 * @typedef {{ prompt: string, calls?: Call[], answer: string, tokens?: number }} Turn
 * @typedef {{ project: string, turns: Turn[], end?: boolean, id?: string, model?: string }} Play
 */

/**
 * Plays a session of Claude Code: its transcript, its hooks in their order, and the files that its tools write. Without
 * `end` the client stays, so that the session is live.
 * @param {Sandbox} sandbox @param {number} clientPid @param {Play} play
 */
export async function playSession(
  sandbox,
  clientPid,
  { project, turns, end = true, id = randomUUID(), model = "claude-opus-4-5" },
) {
  const key = project.replaceAll(/[^A-Za-z0-9]/g, "-");
  const transcript = join(sandbox.home, ".claude/projects", key, `${id}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  let parent = /** @type {string | null} */ (null);
  /** @param {object} entry */
  const append = (entry) => {
    const uuid = randomUUID();
    const common = {
      parentUuid: parent,
      isSidechain: false,
      uuid,
      timestamp: new Date().toISOString(),
      cwd: project,
    };
    appendFileSync(
      transcript,
      `${JSON.stringify({ ...common, sessionId: id, version: "2.1.329", gitBranch: "main", ...entry })}\n`,
    );
    parent = uuid;
  };
  /** @param {string} event @param {object} payload */
  const hook = (event, payload) =>
    sendHook({ ...sandbox, clientPid, cwd: project }, event, {
      session_id: id,
      transcript_path: transcript,
      cwd: project,
      hook_event_name: event,
      ...payload,
    });
  await hook("SessionStart", { source: "startup" });
  for (const { prompt, calls = [], answer, tokens = 1_200 } of turns) {
    await hook("UserPromptSubmit", { prompt });
    append({
      type: "user",
      promptSource: "sdk",
      turnOrigin: "sdk",
      message: { role: "user", content: prompt },
    });
    for (const call of calls) await playCall(call, { project, model, append, hook, tokens });
    append(assistant(model, [{ type: "text", text: answer }], tokens));
    await hook("Stop", { stop_hook_active: false, last_assistant_message: answer });
    // The files are captured after the event; a person also takes a moment before the next prompt.
    await sleep(1_500);
  }
  if (end) await hook("SessionEnd", { reason: "other" });
  return id;
}

/** @param {Call} call @param {{ project: string, model: string, tokens: number, append: (entry: object) => void, hook: (event: string, payload: object) => Promise<string> }} at */
async function playCall(
  { tool, input, result = "", failed = false, write },
  { project, model, append, hook, tokens },
) {
  const id = `toolu_${randomUUID().replaceAll("-", "")}`;
  append(assistant(model, [{ type: "tool_use", id, name: tool, input }], tokens));
  if (write) {
    mkdirSync(dirname(join(project, write[0])), { recursive: true });
    writeFileSync(join(project, write[0]), write[1]);
  }
  append({
    type: "user",
    message: {
      role: "user",
      content: [{ tool_use_id: id, type: "tool_result", content: result, is_error: failed }],
    },
  });
  const call = { tool_name: tool, tool_input: input, tool_use_id: id, tool_response: result };
  await hook("PostToolBatch", { tool_calls: [call] });
}

/** @param {string} model @param {object[]} content @param {number} tokens */
function assistant(model, content, tokens) {
  const usage = {
    input_tokens: tokens,
    cache_creation_input_tokens: tokens * 4,
    cache_read_input_tokens: tokens * 30,
    output_tokens: tokens,
  };
  return {
    type: "assistant",
    message: { id: `msg_${randomUUID()}`, type: "message", role: "assistant", model, content, usage },
  };
}

const ANSWERS = new Map([
  ["SessionStart", "start"],
  ["UserPromptSubmit", "reply"],
  ["Stop", "reply"],
  ["PreCompact", "reply"],
]);

/** @param {Sandbox & { clientPid: number, cwd: string }} client @param {string} event @param {object} payload @returns {Promise<string>} */
function sendHook({ home, root, clientPid, cwd }, event, payload) {
  return new Promise((resolve, reject) => {
    const words = [
      join(ROOT, "dist/hook.sh"),
      "claude-code",
      event,
      process.execPath,
      ANSWERS.get(event) ?? "none",
      "CLAUDE_PID",
    ];
    const env = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: root, CLAUDE_PID: String(clientPid) };
    const child = spawn("/bin/sh", words, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", () => resolve(output));
    child.stdin.end(JSON.stringify(payload));
  });
}
