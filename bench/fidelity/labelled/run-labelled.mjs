import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withSandbox } from "../../lib/sandbox.mjs";
import { replay } from "../replay.mjs";
import { floor } from "./floor.mjs";
import { scoreLabelled } from "./score-labelled.mjs";
import { sessionTurns } from "./session-turns.mjs";

/** Characters of a record, as in the default settings. */
const BUDGET = 2_000;

/** Replays each session through the real hook entry, kills it, and scores the record that the next session receives. */
export async function runLabelled(sessions, onResult = () => {}) {
  const results = [];
  for (const session of sessions)
    await withSandbox(async (sandbox) => {
      allowTime(sandbox.env.HOME);
      for (const path of session.cwd_files ?? []) touch(join(sandbox.project, path));
      const turns = sessionTurns(session, sandbox.project);
      const text = replay({ cwd: sandbox.project, turns }, sandbox, session.name);
      const result = {
        name: session.name,
        language: session.language,
        chars: text.length,
        text,
        ours: scoreLabelled(session, text),
        floor: scoreLabelled(session, floor(session, BUDGET)),
      };
      onResult(result);
      results.push(result);
    });
  return results;
}

/** Long deadlines: this measures what is delivered, not how fast. */
function allowTime(home) {
  const state = join(home, ".local", "state", "holdfast");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, "hook-deadlines"), "50000 50000\n", { mode: 0o600 });
}

function touch(path) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
}
