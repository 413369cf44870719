import { importSource } from "../lib/import-source.mjs";

const CONTENTS = `
export { createRedactor, UNSEARCHED } from "./redact/create-redactor.ts";
export { createSecretFinder } from "./redact/find-secrets.ts";
export { plainView } from "./redact/plain-view.ts";
export { readValues } from "./redact/learned/read-values.ts";
export { GLANCE_BUCKETS } from "./redact/learned/glance.ts";
export { BUCKETS } from "./redact/learned/buckets.ts";
`;

/**
 * The product's own redactor, finder and what its model learns from, built as the product is; `find` throws when `deadline` is over.
 * `model` stands in for the weights in the repository.
 *
 * @param {{ scale: number; weights: string }} [model]
 */
export async function loadRedactor(model) {
  return await importSource(CONTENTS, { plugins: model === undefined ? [] : [standIn(model)] });
}

function standIn(model) {
  return {
    name: "model",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]model\.json$/ }, () => ({ contents: JSON.stringify(model), loader: "json" }));
    },
  };
}
