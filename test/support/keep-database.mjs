// Keeps a database with the schema version of a build, for migration tests: node keep-database.mjs DIST DIRECTORY.
// Run it before you add a migration. Writes VERSION.db.gz, and VERSION.json with what that build reports about it.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [dist, directory] = process.argv.slice(2).map((path) => resolve(path));
const root = join(tmpdir(), "holdfast-kept-database");
const project = join(root, "app");
const state = join(root, "state");
rmSync(root, { recursive: true, force: true });
mkdirSync(project, { recursive: true });
mkdirSync(join(state, "spool"), { recursive: true, mode: 0o700 });

const env = { PATH: process.env.PATH, HOME: root, HOLDFAST_HOME: state };
const holdfast = (...args) =>
  execFileSync(process.execPath, [join(dist, "main.cjs"), ...args], { cwd: project, env }).toString();

let events = 0;
/** Spools an event as the hook does; the next command drains it. */
function hook(session, event, payload) {
  const head = { session_id: session, cwd: project, hook_event_name: event };
  const id = `kept-event-${String(++events).padStart(4, "0")}`;
  const text = `holdfast-spool 1 claude-code ${event} 0\n${JSON.stringify({ ...head, ...payload })}`;
  writeFileSync(join(state, "spool", `${id}.json`), text, { mode: 0o600 });
}

function tool(session, name, input) {
  hook(session, "PostToolUse", {
    tool_name: name,
    tool_use_id: `toolu_${events}`,
    tool_input: input,
    tool_response: { stdout: "", stderr: "", interrupted: false },
  });
}

hook("first", "SessionStart", { source: "startup" });
hook("first", "UserPromptSubmit", { prompt: "Never change the public API. Add a parser for dates." });
tool("first", "Write", { file_path: join(project, "src/parse-date.ts"), content: "export {};" });
tool("first", "TodoWrite", {
  todos: [
    { content: "Write the parser", status: "completed", activeForm: "Writing the parser" },
    { content: "Test leap years", status: "pending", activeForm: "Testing leap years" },
  ],
});
tool("first", "Bash", { command: "npm test" });
hook("first", "PreCompact", { trigger: "auto" });
hook("first", "SessionStart", { source: "compact" });
hook("first", "Stop", { stop_hook_active: false, last_assistant_message: "The parser is done." });
hook("first", "SessionEnd", { reason: "other" });
hook("second", "SessionStart", { source: "startup" });
hook("second", "UserPromptSubmit", { prompt: "Go on with the parser for dates." });
holdfast("list");

const steps = Array.from({ length: 30 }, (_, i) => ({
  step: i,
  text: `Step ${i} of the release, `.repeat(9),
}));
holdfast("save", "--name", "before the release", "--digest", "The parser works; leap years are not tested.");
holdfast("save", "--workflow", "release-7", "--step", "build", "--state", JSON.stringify({ steps }));
holdfast(
  "save",
  "--workflow",
  "release-7",
  "--step",
  "ship",
  "--state",
  JSON.stringify({ steps, shipped: true }),
);
holdfast("save", "--trigger", "before_risk", "--digest", "Umlaute: äöü, 日本語, 🚢", "--progress", "37.5");
holdfast("remember", "The importer reads latin1.");
holdfast("remember", "Dates are parsed in src/parse-date.ts.");
const trashed = JSON.parse(holdfast("save", "--json", "--digest", "Goes to the trash.")).id;
holdfast("delete", trashed);

const { checkpoints } = JSON.parse(holdfast("list", "--json", "--limit", "200"));
const expected = {
  checkpoints: [...checkpoints, { id: trashed }].map(({ id }) =>
    JSON.parse(holdfast("inspect", id, "--json")),
  ),
  memories: JSON.parse(holdfast("recall", "--json")).memories,
  sessions: ["first", "second"].map((session) => ({
    session,
    checkpoints: JSON.parse(holdfast("list", "--json", "--session", session)).checkpoints.map(({ id }) => id),
  })),
};

const { DatabaseSync } = createRequire(import.meta.url)("@photostructure/sqlite");
const file = join(state, "holdfast.db");
const db = new DatabaseSync(file);
const version = db.prepare("pragma user_version").get().user_version;
db.exec("pragma wal_checkpoint(truncate)");
db.close();
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, `${version}.db.gz`), gzipSync(readFileSync(file), { level: 9 }));
writeFileSync(join(directory, `${version}.json`), `${JSON.stringify(expected)}\n`);
rmSync(root, { recursive: true, force: true });
