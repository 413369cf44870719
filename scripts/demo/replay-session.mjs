import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sendHook } from "./processes.mjs";
import { untilCaptured } from "./until-captured.mjs";

/**
 * Replays `session.jsonl`, which was recorded from the real client: its hook payloads, and between them the transcript
 * lines that had reached the disk by then. The last two tool calls, which destroy files, were added by hand. Paths are
 * placeholders; times are shifted so that the session has just ended. `on` is called with each prompt and each tool call.
 */
export async function replaySession(sandbox, clientPid, on) {
  for (const row of readRows(sandbox)) {
    if (row.transcript) appendTranscript(row.path, row.transcript);
    else await replayHook(sandbox, row.hook, { clientPid, on });
  }
}

async function replayHook(sandbox, payload, { clientPid, on }) {
  if (payload.hook_event_name === "UserPromptSubmit") await on.prompt(payload.prompt);
  for (const call of payload.tool_calls ?? []) {
    on.call(call);
    useTool(sandbox, call);
  }
  await sendHook(sandbox, payload.hook_event_name, payload, clientPid);
  // A real agent needs seconds for each step, so that the daemon keeps up.
  await untilCaptured(sandbox);
}

/** Does to the files what the tool did. */
function useTool({ project }, { tool_name: name, tool_input: input }) {
  if (name === "Write") writeFileSync(input.file_path, input.content);
  if (name === "Bash") spawnSync("sh", ["-c", input.command], { cwd: project, stdio: "ignore" });
  if (name !== "Edit") return;
  const before = readFileSync(input.file_path, "utf8");
  writeFileSync(
    input.file_path,
    before.replace(input.old_string, () => input.new_string),
  );
}

function appendTranscript(path, line) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

function readRows(sandbox) {
  const text = readFileSync(new URL("session.jsonl", import.meta.url), "utf8")
    .replaceAll("{{PROJECT_KEY}}", sandbox.project.replaceAll(/[^A-Za-z0-9]/g, "-"))
    .replaceAll("{{PROJECT}}", sandbox.project)
    .replaceAll("{{HOME}}", sandbox.home)
    .replaceAll("{{TMP}}", sandbox.root);
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const path = rows.find((row) => row.hook).hook.transcript_path;
  const times = rows.map((row) => Date.parse(row.transcript?.timestamp ?? "")).filter(Number.isFinite);
  const shift = Date.now() - Math.max(...times);
  return rows.map((row) => ({ ...row, path, transcript: shifted(row.transcript, shift) }));
}

function shifted(line, shift) {
  if (!line?.timestamp) return line;
  return { ...line, timestamp: new Date(Date.parse(line.timestamp) + shift).toISOString() };
}
