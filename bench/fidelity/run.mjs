// Measures how many facts of a session reach the next one within 6,000 characters: sessions are replayed through the real hook
// entry, killed, and recovered.
//   npm run bench:fidelity -- [--sessions DIR|FILE.jsonl.gz] [--show]      labelled sessions (default: those of corpus/)
//   npm run bench:fidelity -- --planted [--seed N] [--json]                facts planted in generated sessions
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withSandbox } from "../lib/sandbox.mjs";
import { table } from "../lib/table.mjs";
import { isLabelled, readLabelled } from "./labelled/read-labelled.mjs";
import { reportLabelled } from "./labelled/report.mjs";
import { runLabelled } from "./labelled/run-labelled.mjs";
import { plantSession, SHAPES } from "./plant-session.mjs";
import { readSessions } from "./read-sessions.mjs";
import { replay } from "./replay.mjs";
import { byKind, score } from "./score.mjs";
import { transcriptOf } from "./transcript.mjs";

const LENGTHS = [20, 60, 200, 400];
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    sessions: { type: "string" },
    json: { type: "boolean", default: false },
    planted: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
const OWN = ["given", "learning", "sealed", "sealed-2"].map((name) =>
  fileURLToPath(new URL(`../../corpus/sessions/${name}.jsonl.gz`, import.meta.url)),
);
if (!values.planted && (values.sessions === undefined || isLabelled(values.sessions))) {
  for (const path of values.sessions === undefined ? OWN : [values.sessions]) {
    console.log(`\n${path}\n`);
    const results = await runLabelled(readLabelled(path), values.show ? show : undefined);
    reportLabelled(results);
  }
  process.exit();
}
const seed = Number(values.seed);
if (!Number.isInteger(seed) || seed < 0) throw new Error("--seed wants a whole number");

const results = [];
for (const make of values.sessions
  ? readSessions(values.sessions).map((session) => () => session)
  : planted()) {
  await withSandbox(async (sandbox) => {
    const session = make(sandbox);
    const text = replay({ cwd: sandbox.project, ...session }, sandbox, session.name);
    results.push({
      name: session.name,
      prompts: session.prompts,
      chars: text.length,
      ...score(session.facts, text),
      text,
    });
  });
}
report();

/** Prints a record, the facts that it misses, and the outdated ones that it contains. */
function show({ name, text, ours }) {
  console.log(`\n## ${name}\n${text}`);
  for (const { kind, say } of ours.facts.filter(({ delivered }) => !delivered))
    console.log(`  missing ${kind}: ${say}`);
  for (const { why } of ours.outdated) console.log(`  outdated: ${why}`);
}

function planted() {
  return Object.keys(SHAPES).flatMap((shape) =>
    LENGTHS.map((prompts) => ({ project }) => {
      const name = `${shape}-${prompts}`;
      const { turns, facts } = plantSession({ shape, prompts, seed, project });
      // It was at work until a moment ago: nothing older than the recovery window is delivered.
      const startedAt = Date.now() - turns.length * 20_000;
      return {
        name,
        prompts,
        facts,
        cwd: project,
        turns: transcriptOf(turns, { sessionId: name, cwd: project, startedAt }),
      };
    }),
  );
}

function report() {
  const kinds = byKind(results);
  const [delivered, all] = [sum(kinds, "delivered"), sum(kinds, "planted")];
  const overall = { planted: all, delivered, wrong: sum(kinds, "wrong"), share: delivered / all };
  if (values.json) {
    const sessions = results.map(({ delivered, ...rest }) => ({ ...rest, delivered: delivered.length }));
    console.log(JSON.stringify({ seed, overall, kinds, sessions }, null, 1));
    return;
  }
  const percent = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : "-");
  const row = ({ kind, planted, delivered, wrong, share }) => [
    kind,
    planted,
    delivered,
    percent(share),
    wrong,
  ];
  console.log(
    table(
      ["kind", "planted", "delivered", "share", "delivered wrongly"],
      [...kinds, { kind: "all", ...overall }].map(row),
    ),
  );
  for (const { name, missing, wrong } of results) {
    for (const { kind, text } of missing) console.log(`${name}: missing ${kind}: ${text}`);
    for (const { kind, text } of wrong) console.log(`${name}: delivered wrongly, ${kind}: ${text}`);
  }
}

function sum(rows, column) {
  return rows.reduce((total, row) => total + row[column], 0);
}
