import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import type { JsonValue } from "../../src/kernel/json.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { openStore } from "../../src/store/open-store.ts";

/** `keep-database.mjs` writes these with the build of a version: a database, and what the build reports about it. */
const kept = fileURLToPath(new URL("../fixtures/databases", import.meta.url));
const FIRST = 4;
const versions = MIGRATIONS.map((_, i) => i + 1).filter((version) => version >= FIRST);

interface Expected {
  checkpoints: {
    checkpoint: Record<string, unknown> & { id: string; stateRoot: string };
    state: JsonValue;
  }[];
  memories: { id: string; text: string; uses: number }[];
  sessions: { session: string; checkpoints: string[] }[];
}

test("R-M1: a database of each older schema version is kept", () => {
  const names = readdirSync(kept).filter((name) => name.endsWith(".db.gz"));
  expect(names).toEqual(expect.arrayContaining(versions.slice(0, -1).map((version) => `${version}.db.gz`)));
});

/** Opens a copy of a kept database with today's code. */
async function withKept(version: string, work: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-kept-"));
  try {
    const file = join(folder, "holdfast.db");
    writeFileSync(file, gunzipSync(readFileSync(join(kept, `${version}.db.gz`))));
    const store = await openStore({ file, childKeys });
    try {
      await work(store);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(readdirSync(kept).flatMap((name) => (name.endsWith(".json") ? [name.replace(".json", "")] : [])))(
  "R-M1 R-P7: a database that a build with schema version %s wrote still has every record, complete",
  async (version) => {
    const expected = JSON.parse(readFileSync(join(kept, `${version}.json`), "utf8")) as Expected;
    expect(expected.checkpoints.length).toBeGreaterThan(6);
    await withKept(version, async (store) => {
      expect(await store.checkIntegrity(true)).toEqual([]);
      expect((await store.stats()).checkpoints).toBe(expected.checkpoints.length);
      for (const { checkpoint, state } of expected.checkpoints) {
        const { id, kind, trigger, name, worktree, progress, stepNumber, digest, stateRoot } = checkpoint;
        const wanted = { id, kind, trigger, name, worktree, progress, stepNumber, digest, stateRoot };
        expect(await store.getCheckpoint(id)).toMatchObject(wanted);
        expect(await loadState(stateRoot, (keys) => store.getNodes(keys))).toEqual(state);
      }
      for (const { session, checkpoints } of expected.sessions) {
        const found = await store.findSession("claude-code", session);
        expect(found?.promptCount).toBe(1);
        const listed = await store.listCheckpoints({ sessionId: found?.id ?? "", limit: 10 });
        expect(listed.map(({ id }) => id)).toEqual(checkpoints);
      }
      const memories = await store.listMemories({ after: "", limit: 10 });
      expect(memories).toHaveLength(expected.memories.length);
      // Reporting the memories counted as one use.
      for (const { id, text, uses } of expected.memories)
        expect(memories).toContainEqual(expect.objectContaining({ id, text, uses: uses + 1 }));
      expect(await store.sweepNodes({ maxNodes: 10_000 })).toMatchObject({ nodes: 0, damaged: [] });
    });
  },
);
