// How many secrets are found, how much else is touched, and how long it takes.
//   npm run bench:redaction -- [--corpus FILE.jsonl[.gz] | --generated 0|1 | --shapes seen|unseen|all] [--seed N]
//                              [--json] [--misses] [--no-speed]
// `--generated` makes texts up instead: 0 from the families and contexts that rules were written against, 1 from the others.
// `--shapes` fills the texts of shapes/ with made-up values. `--misses` lists every text that was not scored in full.
import { parseArgs } from "node:util";
import { short } from "../lib/statistics.mjs";
import { table } from "../lib/table.mjs";
import { chooseDocuments } from "./choose-documents.mjs";
import { loadRedactor } from "./load-redactor.mjs";
import { measureSpeed } from "./measure-speed.mjs";
import { printMisses, score } from "./score.mjs";

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    generated: { type: "string" },
    shapes: { type: "string" },
    misses: { type: "boolean", default: false },
    seed: { type: "string" },
    json: { type: "boolean", default: false },
    "no-speed": { type: "boolean", default: false },
  },
});

const { createRedactor, createSecretFinder, UNSEARCHED } = await loadRedactor();
const redactor = createRedactor();
const finder = createSecretFinder(() => performance.now());
const redact = (text) => redactor.text(text);
const documents = chooseDocuments(values);
const find = (text) => finder(text, Number.POSITIVE_INFINITY);
const { worstFamilies, ...figures } = score(documents, { redact, find });
const speed = values["no-speed"] ? undefined : measureSpeed(documents, { redact, unsearched: UNSEARCHED });

if (values.json)
  console.log(JSON.stringify({ ...figures, worstFamilies, ...(speed ? { speed } : {}) }, null, 1));
else print();
if (values.misses) printMisses(documents, find);

function print() {
  console.log(table(["figure", "value"], Object.entries(figures)));
  const worst = worstFamilies.slice(0, 25).map(({ family, planted, recall }) => [family, planted, recall]);
  if (worst.length > 0) console.log(`\n${table(["family", "secrets", "recall %"], worst)}`);
  if (!speed) return;
  const { hostile, ...times } = speed;
  console.log(
    `\n${table(
      ["speed", "ms"],
      Object.entries(times).map(([name, ms]) => [name, short(ms)]),
    )}`,
  );
  const rows = hostile.slice(0, 8).map(({ lure, ms16, ms64, growth, unsearched }) => {
    return [JSON.stringify(lure), short(ms16), short(ms64), short(growth), unsearched ? "given up" : ""];
  });
  console.log(`\n${table(["repeated", "16 KB ms", "64 KB ms", "times", ""], rows)}`);
}
