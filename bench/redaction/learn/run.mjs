// Learns the weights of src/redact/learned/model.json: from the corpora in the repository, from contexts.txt and look-alikes.txt,
// from shapes/ and generate/, and from the files of installed packages.
//   node bench/redaction/learn/run.mjs [--real DIR …]            more directories with real files
//   node bench/redaction/learn/run.mjs --hold-out [--misses]     writes nothing: scores each author with what the others teach
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "../../lib/table.mjs";
import { loadRedactor } from "../load-redactor.mjs";
import { printMisses, score } from "../score.mjs";
import { corporaByAuthor } from "./corpora.mjs";
import { learnModel } from "./learn-model.mjs";

const MODEL = fileURLToPath(new URL("../../../src/redact/learned/model.json", import.meta.url));
const { values } = parseArgs({
  options: {
    real: { type: "string", multiple: true, default: [] },
    "hold-out": { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
  },
});

const product = await loadRedactor();
const corpora = corporaByAuthor();
const learnFrom = (chosen) => learnModel({ corpora: chosen, real: values.real, product });
if (values["hold-out"]) await holdOut();
else {
  const { model, values: count } = learnFrom([...corpora.values()]);
  const text = `${JSON.stringify(model, null, 2)}\n`;
  writeFileSync(MODEL, text);
  console.log(`${count} values; ${Math.round(text.length / 1_000)} KB`);
}

async function holdOut() {
  const rows = [];
  for (const [author, documents] of corpora) {
    const others = [...corpora].filter(([each]) => each !== author).map(([, theirs]) => theirs);
    const { createRedactor, createSecretFinder } = await loadRedactor(learnFrom(others).model);
    const redactor = createRedactor();
    const finder = createSecretFinder(() => performance.now());
    const find = (text) => finder(text, Number.POSITIVE_INFINITY);
    const { recall, precision, cleanTextsChanged, secrets, cleanTexts } = score(documents, {
      redact: (text) => redactor.text(text),
      find,
    });
    rows.push([author, secrets, recall, precision, cleanTexts, cleanTextsChanged]);
    if (values.misses) printMisses(documents, find);
  }
  console.log(table(["author", "secrets", "recall %", "precision %", "clean texts", "changed %"], rows));
}
