// Learns the weights of src/redact/learned/model.json: from the corpora in the repository, from contexts.txt and look-alikes.txt,
// from shapes/ and generate/, and from the files of installed packages.
//   node bench/redaction/learn/run.mjs [--real DIR …]       more directories with real files
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chooseDocuments } from "../choose-documents.mjs";
import { loadRedactor } from "../load-redactor.mjs";
import { fillContexts } from "./fill-contexts.mjs";
import { readRealText, readVocabulary, shuffle } from "./real-text.mjs";
import { rowsOf } from "./rows.mjs";
import { pack, train } from "./train.mjs";
import { vary } from "./vary.mjs";

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { values } = parseArgs({ options: { real: { type: "string", multiple: true, default: [] } } });
const MODEL = at("src/redact/learned/model.json");
const CORPORA = ["blind-open.jsonl.gz", "second-open.jsonl.gz"];
const SEED = 11;

const random = generator(SEED);
const product = await loadRedactor();
const vocabulary = readVocabulary(at("node_modules"));
const rows = [];
const learn = (documents, weight) => {
  for (const document of documents)
    if (document.label !== "ambiguous") for (const row of rowsOf(document, weight, product)) rows.push(row);
};

for (const name of CORPORA) {
  const documents = chooseDocuments({ corpus: at(`test/fixtures/redaction/${name}`) });
  learn(documents, 1.5);
  for (const document of documents) learn(vary(document, random, vocabulary), 0.5);
}
for (const document of chooseDocuments({})) learn([document], document.label === "clean" ? 1 : 0.5);
learn(shuffle(chooseDocuments({ shapes: "all", seed: "1" }), random).slice(0, 1_000), 0.5);
for (const generated of ["0", "1"])
  learn(shuffle(chooseDocuments({ generated, seed: "5" }), random).slice(0, 700), 0.4);
learn(fillContexts(random, vocabulary, 6), 0.7);
learn(readRealText([at("node_modules"), ...values.real], random, 4_000), 0.7);

const model = `${JSON.stringify(pack(train(rows, product.BUCKETS, random), rows))}\n`;
writeFileSync(MODEL, model);
console.log(`${rows.length} values; ${Math.round(model.length / 1_000)} KB`);

/** A linear congruential generator (Numerical Recipes), so that each run draws alike. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
