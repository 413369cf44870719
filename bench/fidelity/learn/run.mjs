// Trains src/statements/model.json on the sessions and sentences of corpus/, never on corpus/sessions/sealed.
//   node bench/fidelity/learn/run.mjs [--with DIR …]      additional labelled sessions in the format of corpus/
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readLabelled } from "../labelled/read-labelled.mjs";
import { learn, pack } from "./learn.mjs";
import { loadProduct } from "./load-product.mjs";
import { sentenceRows } from "./sentence-rows.mjs";
import { sessionRows } from "./session-rows.mjs";

const corpus = (name) => fileURLToPath(new URL(`../../../corpus/${name}`, import.meta.url));
const MODEL = fileURLToPath(new URL("../../../src/statements/model.json", import.meta.url));
const { values } = parseArgs({ options: { with: { type: "string", multiple: true, default: [] } } });

const product = await loadProduct();
const paths = [corpus("sessions/given.jsonl.gz"), corpus("sessions/learning.jsonl.gz"), ...values.with];
const rows = [];
for (const session of paths.flatMap(readLabelled)) rows.push(...(await sessionRows(session, product)));
rows.push(...sentenceRows(corpus("sentences.jsonl"), product));
const size = { buckets: product.BUCKETS, heads: product.HEADS.length };
const model = `${JSON.stringify(pack(learn(rows, size), rows, size))}\n`;
writeFileSync(MODEL, model);
console.log(`${rows.length} sentences; ${Math.round(model.length / 1_000)} KB`);
