// Bundles the program so that it starts fast (a loader that opens 300 small files costs more than the work), copies
// the hook entry, and emits the declarations of the public API.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: {
    main: "src/main.ts",
    hook: "src/hook.ts",
    index: "src/index.ts",
    testing: "src/testing/index.ts",
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "chunks/[name]-[hash]",
  // Native code and what belongs to the user's own test set-up stay outside.
  external: ["@photostructure/sqlite", "node:sqlite", "pg", "vitest", "fast-check"],
  // Bundled CommonJS (commander) asks for node's own modules through `require`.
  banner: {
    js: 'import{createRequire as hfRequire}from"node:module";var require=hfRequire(import.meta.url);',
  },
  // Half the text is half the time to compile it; names stay, for the log's sake.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
});
copyFileSync(`${root}scripts/hook.sh`, `${dist}/hook.sh`);
for (const name of ["main.js", "hook.sh"]) chmodSync(`${dist}/${name}`, 0o755);
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", "tsconfig.types.json"], {
  cwd: root,
  stdio: "inherit",
});
