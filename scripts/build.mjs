// Builds the programs, which shall start fast, the library for other programs, the hook entry, and the declarations
// of the public API.
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { buildPrograms, common } from "./build/programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;

rmSync(dist, { recursive: true, force: true });
await Promise.all([
  buildLibrary(),
  buildPrograms(dist, { main: "src/main.ts", hook: "src/hook.ts" }),
  declareTypes(),
]);

function buildLibrary() {
  return build({
    ...common,
    outdir: dist,
    entryPoints: { index: "src/index.ts", testing: "src/testing/index.ts" },
    splitting: true,
    format: "esm",
    chunkNames: "chunks/[name]-[hash]",
    // Bundled CommonJS asks for node's own modules through `require`.
    banner: {
      js: 'import{createRequire as hfRequire}from"node:module";var require=hfRequire(import.meta.url);',
    },
  });
}

async function declareTypes() {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  await promisify(execFile)(process.execPath, [compiler, "-p", "tsconfig.types.json"], { cwd: root });
}
