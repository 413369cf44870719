import { join } from "node:path";
import { importSource } from "./import-source.mjs";

const CONTENTS = `
export { createSnapshots } from "./workspace/snapshots/create-snapshots.ts";
export { pruneStores } from "./workspace/snapshots/prune-stores.ts";
export { takeSnapshot } from "./snapshots/take-snapshot.ts";
`;
const LIMITS = { maxFileBytes: 10 * 2 ** 20, maxFiles: 1_000_000, maxProjectBytes: 2 * 2 ** 30 };

/** Takes snapshots as the daemon does, without its process: those of one session, a turn each. */
export async function loadSnapshots() {
  const { createSnapshots, pruneStores, takeSnapshot } = await importSource(CONTENTS);
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
        prune: () =>
          pruneStores(options, { now: Date.now(), findNamed: async () => new Set(), findExpired: () => [] }),
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
