import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dist } from "../lib/sandbox.mjs";

/** Sends a stop every few turns; the last turns have none, as when an agent is killed. */
const STOP_EVERY = 10;
/** No process has this id. */
const DEAD = "4194305";

/**
 * Replays a session through the real hook entry while its transcript grows, kills it, starts another one in the same
 * directory, and returns what it receives.
 */
export function replay({ turns, cwd }, { root, env }, name) {
  const folder = join(root, "transcripts");
  mkdirSync(folder, { recursive: true });
  const transcript = join(folder, `${name}.jsonl`);
  const hook = (event, fields, pid) => runHook({ event, cwd, env: { ...env, CLAUDE_PID: pid }, fields });
  const session = { session_id: name, transcript_path: transcript };
  hook("SessionStart", { ...session, source: "startup" }, DEAD);
  hook("UserPromptSubmit", { ...session, ...firstPrompt(turns) }, DEAD);
  for (const [i, lines] of turns.entries()) {
    writeFiles(lines, root);
    appendFileSync(
      transcript,
      lines.map((line) => `${JSON.stringify({ ...line, timestamp: now() })}\n`).join(""),
    );
    const isKilled = i >= turns.length - STOP_EVERY / 2;
    if (i % STOP_EVERY === STOP_EVERY - 1 && !isKilled)
      hook("Stop", { ...session, stop_hook_active: false }, DEAD);
  }
  const next = { session_id: `${name}-next`, transcript_path: join(folder, `${name}-next.jsonl`) };
  const pid = String(process.pid);
  const atStart = contextOf(hook("SessionStart", { ...next, source: "startup" }, pid));
  // A start that was too slow to be answered, as on a busy machine, is delivered with the first prompt.
  return atStart || contextOf(hook("UserPromptSubmit", { ...next, prompt: "Where were we?" }, pid));
}

let newest = 0;

/** No two lines are of the same moment. */
function now() {
  newest = Math.max(newest + 1, Date.now());
  return new Date(newest).toISOString();
}

function contextOf(reply) {
  return reply === "" ? "" : (JSON.parse(reply).hookSpecificOutput?.additionalContext ?? "");
}

/** What was edited is there; a transcript from elsewhere names paths of another machine, which are skipped. */
function writeFiles(lines, root) {
  for (const { message } of lines) {
    const blocks = Array.isArray(message?.content) ? message.content : [];
    for (const path of blocks.map(({ input }) => input?.file_path).filter((path) => path?.startsWith(root))) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "");
    }
  }
}

/** The transcript has the other prompts. */
function firstPrompt(turns) {
  const line = turns.flat().find(({ type, message }) => type === "user" && message);
  const { content } = line.message;
  const prompt = typeof content === "string" ? content : content.find(({ text }) => text)?.text;
  return { prompt, prompt_id: line.promptId };
}

/** As `holdfast connect` installs them. */
const answers = new Map([
  ["SessionStart", "start"],
  ["UserPromptSubmit", "reply"],
  ["Stop", "reply"],
  ["PreCompact", "reply"],
]);

/** Long deadlines: this measures what is delivered, not how fast. Every hook writes those of the settings again. */
function allowTime(home) {
  const state = join(home, ".local", "state", "holdfast");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, "hook-deadlines"), "50000 50000\n", { mode: 0o600 });
}

function runHook({ event, cwd, env, fields }) {
  allowTime(env.HOME);
  const input = JSON.stringify({ hook_event_name: event, cwd, ...fields });
  const done = spawnSync(
    "sh",
    [dist("hook.sh"), "claude-code", event, "", answers.get(event) ?? "none", "CLAUDE_PID"],
    { env, input, encoding: "utf8" },
  );
  if (done.status !== 0) throw new Error(`the ${event} hook ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}
