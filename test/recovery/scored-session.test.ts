import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scoreLabelled } from "../../bench/fidelity/labelled/score-labelled.mjs";
import { shareCodeCache } from "../support/share-code-cache.ts";

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
/** No process has this id: a session that names it is dead. */
const DEAD = "4194305";

/** In the format of labelled sessions. */
const SESSION = {
  turns: [
    {
      user: "Build the importer for the museum. Never write to the production bucket.",
      assistant: "Started.",
    },
    {
      user: "The curators read the list on old phones, so keep every page below 200 kb.",
      assistant: "The pages are small now.",
      tools: [{ name: "Edit", input: { file_path: "src/list.ts", old_string: "a", new_string: "b" } }],
    },
    { user: "which formats are there", assistant: "Two:\n1. camt files\n2. plain CSV files\nWhich one?" },
    { user: "the second one", assistant: "CSV it is." },
    {
      user: "I got this feedback:\n\nThe header of the CSV is read twice when the file has a byte order mark.",
      assistant: "",
      tools: [
        {
          name: "Bash",
          input: { command: "npm test" },
          result: "Exit code 1\n1 failed: reads a header",
          error: true,
        },
      ],
    },
  ],
  facts: [
    { kind: "goal", must: ["importer for the museum"] },
    { kind: "constraint", must: ["production bucket"] },
    { kind: "constraint", must: ["below 200 kb"] },
    { kind: "decision", must: ["plain CSV files"] },
    { kind: "latest_request", must: ["byte order mark"] },
    { kind: "failure", must: ["npm test"] },
    { kind: "file", must: ["src/list.ts"] },
  ],
};

/** Replays the session turn by turn as scorers from outside call the hook, kills it, and starts the next one. */
function replay(root: string): string {
  const project = join(root, "project");
  mkdirSync(project);
  spawnSync("git", ["init", "-q", project]);
  const state = join(root, "state", "holdfast");
  shareCodeCache(state);
  const env = { PATH: process.env["PATH"], HOME: root, XDG_STATE_HOME: join(root, "state"), LANG: "C.UTF-8" };
  const hook = (event: string, fields: object, pid = DEAD): string => {
    // What it answers is asked here, not how soon.
    writeFileSync(join(state, "hook-deadlines"), "50000 50000\n", { mode: 0o600 });
    const reply = event === "SessionStart" ? "start" : "reply";
    const args = [built("hook.sh"), "claude-code", event, process.execPath, reply, "CLAUDE_PID"];
    const input = JSON.stringify({ hook_event_name: event, cwd: project, ...fields });
    return spawnSync("sh", args, { cwd: project, env: { ...env, CLAUDE_PID: pid }, input, encoding: "utf8" })
      .stdout;
  };
  const id = "11111111-2222-4333-8444-000000000000";
  const base = { session_id: id, transcript_path: join(root, `${id}.jsonl`) };
  let count = 0;
  let parentUuid: string | null = null;
  const line = (type: string, content: unknown, promptId: string) => {
    const message = { role: type, content, ...(type === "assistant" ? { id: `msg_${count}` } : {}) };
    const uuid = `00000000-0000-4000-8000-${String(count++).padStart(12, "0")}`;
    const about = { promptId, parentUuid, isSidechain: false, cwd: project, sessionId: id };
    const entry = { ...about, type, uuid, timestamp: new Date().toISOString(), message };
    parentUuid = uuid;
    appendFileSync(base.transcript_path, `${JSON.stringify(entry)}\n`);
  };
  hook("SessionStart", { ...base, source: "startup" });
  for (const [i, { user, assistant, tools = [] }] of SESSION.turns.entries()) {
    hook("UserPromptSubmit", { ...base, prompt: user, prompt_id: `p${i}` });
    line("user", user, `p${i}`);
    for (const { name, input, ...outcome } of tools) {
      const call = `toolu_${count}`;
      line("assistant", [{ type: "tool_use", id: call, name, input }], `p${i}`);
      const { result = "ok", error = false } = { result: undefined, error: undefined, ...outcome };
      line("user", [{ type: "tool_result", tool_use_id: call, content: result, is_error: error }], `p${i}`);
    }
    if (assistant === "") continue;
    line("assistant", [{ type: "text", text: assistant }], `p${i}`);
    hook("Stop", { ...base, stop_hook_active: false });
  }
  const next = {
    session_id: "99999999-2222-4333-8444-000000000000",
    transcript_path: join(root, "next.jsonl"),
  };
  const pid = String(process.pid);
  const text =
    contextOf(hook("SessionStart", { ...next, source: "startup" }, pid)) ||
    contextOf(hook("UserPromptSubmit", { ...next, prompt: "where were we" }, pid));
  spawnSync(process.execPath, [built("main.cjs"), "daemon", "stop"], { env });
  return text;
}

/** Empty if the hook did not answer: a record that did not arrive is a loss, not an exception. */
function contextOf(reply: string): string {
  return reply === "" ? "" : (JSON.parse(reply).hookSpecificOutput?.additionalContext ?? "");
}

test("a labelled session that is replayed through hook.sh with the daemon on keeps all its facts", () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-scored-"));
  try {
    const { facts } = scoreLabelled(SESSION, replay(root));
    expect(facts.filter(({ delivered }: { delivered: boolean }) => !delivered)).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a record that did not arrive has lost every fact", () => {
  const { facts } = scoreLabelled(SESSION, contextOf(""));
  expect(facts.map(({ delivered }: { delivered: boolean }) => delivered)).toEqual(
    SESSION.facts.map(() => false),
  );
});
