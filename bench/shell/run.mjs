// How well a turn's shell commands are judged: which failures are open, which runs count as checks and as the evidence that a
// rule requires, which files were written.
//   npm run bench:shell -- [--misses] [FILE.jsonl …]
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importSource } from "../lib/import-source.mjs";
import { table } from "../lib/table.mjs";

const FIXTURES = fileURLToPath(new URL("../../test/fixtures/shell/", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: "boolean", default: false } },
});

const { readTurns, scoreTurns } = await importSource('export * from "../test/support/score-turns.ts";');
for (const file of positionals.length > 0 ? positionals : ownFiles()) {
  const turns = readTurns(file);
  const score = scoreTurns(turns);
  const rows = Object.entries(score).map(([aspect, { precision, recall, wrong }]) => [
    aspect,
    percent(precision),
    percent(recall),
    wrong.length,
  ]);
  console.log(`\n${basename(file)}: ${turns.length} turns\n`);
  console.log(table(["", "precision", "recall", "turns wrong"], rows));
  if (!values.misses) continue;
  for (const [aspect, { wrong }] of Object.entries(score))
    for (const miss of wrong) console.log(`${aspect}: ${miss}`);
}

function ownFiles() {
  return readdirSync(FIXTURES)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(FIXTURES, name));
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
