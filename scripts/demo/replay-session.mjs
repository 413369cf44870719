import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sendHook } from "./processes.mjs";

/**
 * Replays `session.jsonl`, which was recorded from the real client: its hook payloads, and between them the transcript
 * lines that had reached the disk by then. Paths are placeholders; times are shifted so that the session has just
 * ended.
 */
export async function replaySession(sandbox, clientPid, onPrompt) {
  for (const row of readRows(sandbox)) {
    if (row.transcript) appendTranscript(row.path, row.transcript);
    else await replayHook(sandbox, row.hook, { clientPid, onPrompt });
  }
}

async function replayHook(sandbox, payload, { clientPid, onPrompt }) {
  if (payload.hook_event_name === "UserPromptSubmit") await onPrompt(payload.prompt);
  for (const { tool_name, tool_input } of payload.tool_calls ?? []) {
    if (tool_name === "Write") writeFileSync(tool_input.file_path, tool_input.content);
  }
  await sendHook(sandbox, payload.hook_event_name, payload, clientPid);
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
