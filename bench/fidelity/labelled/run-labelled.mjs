import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withSandbox } from "../../lib/sandbox.mjs";
import { replay } from "../replay.mjs";
import { floor } from "./floor.mjs";
import { scoreLabelled } from "./score-labelled.mjs";
import { sessionTurns } from "./session-turns.mjs";

/** Maximum characters of a record, as in the default settings. */
const BUDGET = 6_000;

/**
 * Replays each session through the real hook entry, kills it, and scores the record that the next session receives. A record that did not
 * arrive has lost all its facts.
 */
export async function runLabelled(sessions, onResult = () => {}) {
  const results = [];
  for (const session of sessions)
    await withSandbox(async (sandbox) => {
      for (const path of filesOf(session)) touch(join(sandbox.project, path));
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

/** A path is a directory if it ends with a slash, or if a tool later uses a file below it. */
function filesOf({ cwd_files: paths = [], turns }) {
  const used = turns.flatMap(({ tools = [] }) => tools.map(({ input }) => input?.file_path ?? ""));
  const isDirectory = (path) => [...paths, ...used].some((other) => other.startsWith(`${path}/`));
  return paths.map((path) => (isDirectory(path) ? `${path}/` : path));
}

/** A path that ends with a slash is a directory. */
function touch(path) {
  mkdirSync(path.endsWith("/") ? path : dirname(path), { recursive: true });
  if (!path.endsWith("/")) writeFileSync(path, "");
}
