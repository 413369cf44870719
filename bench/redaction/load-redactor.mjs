import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const source = (name) => fileURLToPath(new URL(`../../src/redact/${name}.ts`, import.meta.url));

/**
 * The product's own redactor, finder and what its model learns from, built as the product is; `find` throws when `deadline` is over.
 * `model` stands in for the weights in the repository.
 *
 * @param {{ scale: number; weights: string }} [model]
 */
export async function loadRedactor(model) {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-redactor-"));
  try {
    const outfile = join(folder, "redactor.mjs");
    const contents = `export { createRedactor, UNSEARCHED } from ${JSON.stringify(source("create-redactor"))};
      export { createSecretFinder } from ${JSON.stringify(source("find-secrets"))};
      export { plainView } from ${JSON.stringify(source("plain-view"))};
      export { readValues } from ${JSON.stringify(source("learned/read-values"))};
      export { GLANCE_BUCKETS } from ${JSON.stringify(source("learned/glance"))};
      export { BUCKETS } from ${JSON.stringify(source("learned/buckets"))};`;
    await build({
      stdin: { contents, resolveDir: folder, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      plugins: model === undefined ? [] : [standIn(model)],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function standIn(model) {
  return {
    name: "model",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]model\.json$/ }, () => ({ contents: JSON.stringify(model), loader: "json" }));
    },
  };
}
