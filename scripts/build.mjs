// Builds the programs, which must start fast, the library for other programs, the hook entry, the page, the declarations
// of the public API, the plugins of clients, and the licenses of bundled packages.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { common } from "./build/bundle-options.mjs";
import { declareTypes } from "./build/declarations.mjs";
import { buildPage } from "./build/page.mjs";
import { buildPrograms } from "./build/programs.mjs";
import { writeNotices } from "./build/third-party-notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;
const library = {
  index: "index.ts",
  langgraph: "langgraph-library.ts",
  rewind: "rewind/index.ts",
  testing: "testing/index.ts",
  workflow: "workflow-library.ts",
  "workflow-dbos": "dbos-library.ts",
};

rmSync(dist, { recursive: true, force: true });
const [bundled] = await Promise.all([
  Promise.all([
    buildLibrary(),
    buildPrograms(dist, { main: "src/main.ts", hook: "src/hook.ts" }),
    buildPage(dist),
  ]),
  declareTypes(dist, library),
]);
writeNotices(`${dist}/THIRD-PARTY-NOTICES`, bundled);

async function buildLibrary() {
  const { metafile } = await build({
    ...common,
    outdir: dist,
    entryPoints: Object.entries(library).map(([out, source]) => ({ in: `src/${source}`, out })),
    splitting: true,
    metafile: true,
    format: "esm",
    chunkNames: "chunks/[name]-[hash]",
    // Bundled CommonJS modules load Node's own modules with `require`.
    banner: {
      js: 'import{createRequire as hfRequire}from"node:module";var require=hfRequire(import.meta.url);',
    },
  });
  return metafile;
}
