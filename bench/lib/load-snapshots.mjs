import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const CONTENTS = `
export { createSnapshots } from "./workspace/snapshots/create-snapshots.ts";
export { pruneStores } from "./workspace/snapshots/prune-stores.ts";
export { takeSnapshot } from "./snapshots/take-snapshot.ts";
`;
const LIMITS = { maxFileBytes: 10 * 2 ** 20, maxFiles: 1_000_000, maxProjectBytes: 2 * 2 ** 30 };

/** Takes snapshots as the daemon does, without its process: those of one session, a turn each. */
export async function loadSnapshots() {
  const { createSnapshots, pruneStores, takeSnapshot } = await bundle();
  return {
    open({ root, worktree, directory }) {
      const options = {
        directory,
        state: root,
        home: join(root, "home"),
        searchPath: process.env.PATH,
        limits: LIMITS,
      };
      const snapshots = createSnapshots(options);
      let turn = 0;
      return {
        take(fields = {}) {
          turn++;
          const ctx = { newId: (prefix) => `${prefix}_${String(turn).padStart(16, "0")}`, clock: Date.now };
          const request = { ...REQUEST, worktree, turn, at: Date.now(), ...fields };
          return snapshots.use({ projectRoot: worktree, worktree }, (store) =>
            takeSnapshot(ctx, store, request),
          );
        },
        prune: () => pruneStores(options, () => []),
      };
    },
  };
}

const REQUEST = {
  moment: "turn_end",
  session: "ses_bench",
  agent: "claude-code",
  checkpoint: null,
  name: null,
  gitHead: null,
  gitBranch: null,
};

async function bundle() {
  // Below the packages that it loads.
  const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "snapshots-"));
  try {
    const outfile = join(folder, "snapshots.mjs");
    await build({
      stdin: {
        contents: CONTENTS,
        resolveDir: fileURLToPath(new URL("../../src", import.meta.url)),
        loader: "ts",
      },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
