import { fileURLToPath } from "node:url";
import { chooseDocuments } from "../choose-documents.mjs";
import { fillContexts } from "./fill-contexts.mjs";
import { readRealText, readVocabulary, shuffle } from "./real-text.mjs";
import { rowsOf } from "./rows.mjs";
import { pack, train } from "./train.mjs";
import { vary } from "./vary.mjs";

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const SEED = 11;
/** The share of secrets that a glance may overlook. */
const OVERLOOKED = 0.002;

/**
 * The weights that the texts of `corpora` teach, together with the texts that are made up and those of real files.
 *
 * @param {object} options
 * @param {object[][]} options.corpora documents of authors who knew no rule
 * @param {string[]} options.real more directories with real files
 * @param {object} options.product what `loadRedactor` gives
 */
export function learnModel({ corpora, real, product }) {
  const random = generator(SEED);
  const vocabulary = readVocabulary(at("node_modules"));
  const rows = [];
  const learn = (documents, weight) => {
    for (const document of documents)
      if (document.label !== "ambiguous") for (const row of rowsOf(document, weight, product)) rows.push(row);
  };
  for (const documents of corpora) {
    learn(documents, 1.5);
    for (const document of documents) learn(vary(document, random, vocabulary), 0.5);
  }
  for (const document of chooseDocuments({})) learn([document], document.label === "clean" ? 1 : 0.5);
  learn(shuffle(chooseDocuments({ shapes: "all", seed: "1" }), random).slice(0, 1_000), 0.5);
  for (const generated of ["0", "1"])
    learn(shuffle(chooseDocuments({ generated, seed: "5" }), random).slice(0, 700), 0.4);
  learn(fillContexts(random, vocabulary, 6), 0.7);
  learn(readRealText([at("node_modules"), ...real], random, 4_000), 0.7);
  const { steps, ...model } = pack(train(rows, product.BUCKETS, random), rows);
  return {
    model: { ...model, glance: learnGlance(rows, product.GLANCE_BUCKETS, random) },
    values: rows.length,
  };
}

/** The weights of the glance, and the sum that all but few of the secrets reach. */
function learnGlance(rows, buckets, random) {
  const glances = rows.map(({ glance, answer, weight }) => ({ buckets: glance, answer, weight }));
  const { weights, steps } = pack(train(glances, buckets, random), glances);
  const sums = glances
    .filter(({ answer }) => answer === 1)
    .map((row) => row.buckets.reduce((sum, bucket) => sum + steps[bucket], 0))
    .sort((a, b) => a - b);
  return { least: sums[Math.floor(sums.length * OVERLOOKED)], weights };
}

/** A linear congruential generator (Numerical Recipes), so that each run draws alike. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
