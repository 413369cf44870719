import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fillSessions } from "./many-sessions.mjs";

/**
 * Writes sessions to the store that the product uses in a sandbox, in the project that it finds there. Passes the store,
 * still open, and the id of the project to `more`.
 */
export async function fillStore({ env, project }, { sessions, now }, more) {
  const { childKeys, openStore } = await import("../../dist/index.js");
  const state = join(env.HOME, ".local/state/holdfast");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const store = await openStore({ file: join(state, "holdfast.db"), childKeys });
  const { id } = await store.ensureProject({
    id: "prj_bench",
    root: project,
    name: "project",
    createdAt: now,
  });
  await fillSessions(store, { sessions, project: id, worktree: project, now });
  await more?.(store, id);
  await store.close();
}
