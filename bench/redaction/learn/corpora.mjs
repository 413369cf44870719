import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCorpus } from "../read-corpus.mjs";

const FOLDER = fileURLToPath(new URL("../../../test/fixtures/redaction/", import.meta.url));

/** The open texts of authors who knew no rule, by author. */
export function corporaByAuthor() {
  const corpora = new Map();
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith("-open.jsonl.gz")))
    for (const document of readCorpus(FOLDER + name)) {
      const author = document.author ?? name.replace("-open.jsonl.gz", "");
      corpora.set(author, [...(corpora.get(author) ?? []), document]);
    }
  return corpora;
}
