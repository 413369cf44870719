// Scores the learning sessions of each author with a model that was trained without that author's, next to the floor.
//   node bench/fidelity/learn/cross-validate.mjs [--with DIR …] [--models DIR] [--show AUTHOR]
// `--models` keeps the trained models in a directory, so that another run with the same features only scores.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";
import { floor } from "../labelled/floor.mjs";
import { readLabelled } from "../labelled/read-labelled.mjs";
import { reportLabelled } from "../labelled/report.mjs";
import { scoreLabelled } from "../labelled/score-labelled.mjs";
import { learn, pack } from "./learn.mjs";
import { loadProduct } from "./load-product.mjs";
import { sentenceRows } from "./sentence-rows.mjs";
import { PROJECT, readEntries, sessionRows } from "./session-rows.mjs";

const { values } = parseArgs({
  options: {
    with: { type: "string", multiple: true, default: [] },
    models: { type: "string" },
    show: { type: "string" },
  },
});
const corpus = (name) => fileURLToPath(new URL(`../../../corpus/${name}`, import.meta.url));
const BUDGET = 2_000;
const given = readLabelled(corpus("sessions/given.jsonl.gz"));
const sets = { given, learning: readLabelled(corpus("sessions/learning.jsonl.gz")) };
const sessions = [...Object.values(sets).flat(), ...values.with.flatMap(readLabelled)];
const authors = [...new Set(Object.values(sets).flatMap((set) => set.map(authorOf)))].sort();
const results = new Map();
for (const author of authors) {
  const product = await loadProduct({ model: await modelWithout(author) });
  for (const session of sessions.filter((each) => authorOf(each) === author)) {
    const result = await resultOf(session, product);
    results.set(session, result);
    if (values.show === author) show(session, result);
  }
}
for (const [name, set] of Object.entries(sets)) {
  console.log(`\n${name}, each author left out of the training\n`);
  reportLabelled(set.map((session) => results.get(session)));
}
const share = (facts) =>
  `${Math.round((100 * facts.filter(({ delivered }) => delivered).length) / facts.length)} %`;
console.log();
for (const author of authors) {
  const own = [...results].filter(([session]) => authorOf(session) === author).map(([, result]) => result);
  const of = (side, isWanted) => share(own.flatMap((result) => result[side].facts).filter(isWanted));
  const both = (isWanted) => `${of("ours", isWanted)} (floor ${of("floor", isWanted)})`;
  console.log(
    `author ${author}: ${own.length} sessions, all ${both(() => true)}, constraints ${both(({ kind }) => kind === "constraint")}`,
  );
}

/** The given sessions have one author. */
function authorOf({ author = "given" }) {
  return author || "given";
}

async function modelWithout(author) {
  const path = values.models && join(values.models, `${author}.bin`);
  if (path && existsSync(path)) return readFileSync(path);
  const product = await loadProduct();
  const rows = sentenceRows(corpus("sentences.jsonl"), product);
  for (const session of sessions.filter((each) => authorOf(each) !== author))
    rows.push(...(await sessionRows(session, product)));
  const size = { buckets: product.BUCKETS, heads: product.HEADS.length };
  const { scale, weights } = pack(learn(rows, size), rows, size);
  const head = Buffer.alloc(8);
  head.writeDoubleLE(scale);
  const model = Buffer.concat([head, inflateRawSync(Buffer.from(weights, "base64"))]);
  if (path) {
    mkdirSync(values.models, { recursive: true });
    writeFileSync(path, model);
  }
  return model;
}

/** As the next session in the same worktree receives it. */
async function resultOf(session, { claudeCode, foldEntry, recoveryText, EMPTY_CAPTURE }) {
  const entries = await readEntries(session, claudeCode);
  const capture = entries.reduce(foldEntry, EMPTY_CAPTURE);
  const provenance = {
    agent: "claude-code",
    session: "2dc79b80",
    ageMs: 60_000,
    reason: "newest here",
    ending: "cut off",
    worktree: PROJECT,
    isHere: true,
    branch: "main",
    drift: [],
    noted: null,
    checkpointId: "chk_0000000000000000",
  };
  const text = recoveryText(capture, provenance, { budget: BUDGET, nonce: "0".repeat(16) });
  return {
    language: session.language,
    chars: text.length,
    text,
    ours: scoreLabelled(session, text),
    floor: scoreLabelled(session, floor(session, BUDGET)),
  };
}

/** Prints a record, the facts that it misses, and the outdated ones that it contains. */
function show({ name }, { text, ours, floor: simple }) {
  console.log(`\n## ${name}\n${text}`);
  for (const [i, { kind, say, delivered }] of ours.facts.entries())
    if (!delivered)
      console.log(`  missing ${kind}: ${say}${simple.facts[i].delivered ? " (floor has it)" : ""}`);
  for (const { why } of ours.outdated) console.log(`  outdated: ${why}`);
}
