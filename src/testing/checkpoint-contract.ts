import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/storage/store.ts";
import { nodeMap, sampleNode } from "./sample-nodes.ts";
import { sampleCheckpoint } from "./sample-records.ts";

const NO_NODES = new Map<string, Uint8Array>();

export function checkpointContract(store: () => Store): void {
  describe("checkpoints", () => {
    test("returns a record as it was saved, with its nodes", async () => {
      const node = sampleNode("hello");
      const saved = sampleCheckpoint({ name: "before", progress: 37.5, stepNumber: 3, stateRoot: node.key });
      await store().saveCheckpoint(saved, nodeMap(node));
      expect(await store().getCheckpoint(saved.id)).toMatchObject(saved);
      const nodes = await store().getNodes([node.key, "f".repeat(64)]);
      expect([...nodes.keys()]).toEqual([node.key]);
      expect(Buffer.from(nodes.get(node.key) ?? [])).toEqual(node.bytes);
    });

    test("saving the same id again changes nothing", async () => {
      const saved = sampleCheckpoint({ name: "first" });
      await store().saveCheckpoint(saved, NO_NODES);
      await store().saveCheckpoint({ ...saved, name: "second" }, NO_NODES);
      expect((await store().getCheckpoint(saved.id))?.name).toBe("first");
      expect(await store().listCheckpoints({ limit: 10 })).toHaveLength(1);
    });

    test("replaces a checkpoint, which keeps its time, its position in the order, and its pending writes", async () => {
      const [node, other] = [sampleNode("first"), sampleNode("second")];
      const fields = { createdAt: 5, stateRoot: node.key };
      const [before, saved, after] = [
        sampleCheckpoint(fields),
        sampleCheckpoint(fields),
        sampleCheckpoint(fields),
      ];
      for (const each of [before, saved, after]) await store().replaceCheckpoint(each, nodeMap(node));
      const write = { taskId: "t", taskPath: "", position: 0, channel: "c", type: "json" };
      const value = new Uint8Array([1]);
      await store().putWrites([{ ...write, checkpointId: saved.id, value }]);
      const changed = { ...saved, name: "changed", stepNumber: 7, stateRoot: other.key };
      await store().replaceCheckpoint({ ...changed, createdAt: 9 }, nodeMap(other));
      const listed = await store().listCheckpoints({ limit: 5 });
      expect(listed).toMatchObject([after, changed, before]);
      expect(await store().listWrites([saved.id])).toHaveLength(1);
      expect((await store().getNodes([other.key])).size).toBe(1);
    });

    test("a sweep that has passed a checkpoint keeps what replaced its state", async () => {
      const [old, fresh] = [sampleNode("old"), sampleNode("fresh")];
      const garbage = Array.from({ length: 5 }, (_, i) => sampleNode(`garbage ${i}`));
      const saved = sampleCheckpoint({ stateRoot: old.key });
      await store().saveCheckpoint(saved, nodeMap(...garbage, old));
      await store().sweepNodes({ maxNodes: 2 });
      await store().replaceCheckpoint({ ...saved, stateRoot: fresh.key }, nodeMap(fresh));
      while (!(await store().sweepNodes({ maxNodes: 2 })).done);
      expect([...(await store().getNodes([old.key, fresh.key])).keys()]).toEqual([fresh.key]);
    });

    test("a replacement that omits swept nodes replaces nothing, and one without a change lets sweeps continue", async () => {
      const [node, garbage] = [sampleNode("node"), sampleNode("garbage")];
      const saved = sampleCheckpoint({ stateRoot: node.key });
      const epoch = await store().replaceCheckpoint(saved, nodeMap(node, garbage));
      expect(await store().replaceCheckpoint(saved, NO_NODES, epoch)).toBe(epoch);
      while (!(await store().sweepNodes({ maxNodes: 500 })).done);
      const change = { ...saved, name: "changed" };
      expect(await store().replaceCheckpoint(change, NO_NODES, epoch)).not.toBe(epoch);
      expect(await store().getCheckpoint(saved.id)).toMatchObject({ name: null });
    });

    test("several checkpoints are read at once", async () => {
      const [first, second] = [sampleCheckpoint(), sampleCheckpoint()];
      for (const saved of [first, second]) await store().saveCheckpoint(saved, NO_NODES);
      const read = await store().getCheckpoints([second.id, "chk_unknown", first.id]);
      expect(read.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
      expect(await store().getCheckpoints([])).toEqual([]);
    });

    test("S9: lists newest first, and those with equal times by insertion", async () => {
      const ids: string[] = [];
      for (const createdAt of [5, 7, 7, 6]) {
        const saved = sampleCheckpoint({ createdAt });
        ids.push(saved.id);
        await store().saveCheckpoint(saved, NO_NODES);
      }
      const listed = await store().listCheckpoints({ limit: 10 });
      expect(listed.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[3], ids[0]]);
    });

    test("pages through a project consistently while others save and delete, even with equal times", async () => {
      const fields = { projectId: "prj_paged", createdAt: 5 };
      const saved = Array.from({ length: 7 }, () => sampleCheckpoint(fields));
      for (const each of saved) await store().saveCheckpoint(each, NO_NODES);
      const newestFirst = saved.map(({ id }) => id).reverse();
      const seen: string[] = [];
      let page = await store().listCheckpoints({ projectId: "prj_paged", limit: 2 });
      for (let last = page.at(-1); last; last = page.at(-1)) {
        seen.push(...page.map(({ id }) => id));
        // Delete the last one of the page, and add one with the same time and one with a later time.
        await store().deleteCheckpoints([last.id]);
        await store().saveCheckpoint(sampleCheckpoint(fields), NO_NODES);
        await store().saveCheckpoint(sampleCheckpoint({ ...fields, createdAt: 6 }), NO_NODES);
        page = await store().listCheckpoints({ projectId: "prj_paged", limit: 2, after: last });
      }
      expect(seen).toEqual(newestFirst);
    });

    test("S19 D37: filters by each field and by time, and hides trashed ones", async () => {
      const fields = {
        projectId: "prj_x",
        worktree: "/x",
        sessionId: "ses_x",
        workflowId: "wf",
        workflowType: "conductor",
        stepName: "phase 1 complete",
        parentId: "chk_p",
        name: "n",
      };
      const wanted = sampleCheckpoint({ ...fields, createdAt: 50 });
      const others = [sampleCheckpoint(), sampleCheckpoint({ ...fields, trashedAt: 1 })];
      for (const saved of [wanted, ...others]) await store().saveCheckpoint(saved, NO_NODES);
      for (const [field, value] of Object.entries(fields)) {
        const found = await store().listCheckpoints({ [field]: value, limit: 10 });
        expect(found.map(({ id }) => id)).toEqual([wanted.id]);
      }
      expect(await store().listCheckpoints({ since: 50, until: 51, limit: 10 })).toMatchObject([wanted]);
      const everything = { includeTrashed: true, limit: 10 };
      expect(await store().listCheckpoints(everything)).toHaveLength(3);
    });

    test("W19: checkpoints abandoned by a rewind are kept, listed only on request, and not counted", async () => {
      const kept = sampleCheckpoint({ sessionId: "ses_w" });
      const left = sampleCheckpoint({ sessionId: "ses_w", kind: "mark", trigger: "mark" });
      for (const saved of [kept, left]) await store().saveCheckpoint(saved, NO_NODES);
      expect(await store().updateCheckpoint(left.id, { abandonedAt: 7 })).toBe(true);
      const listed = await store().listCheckpoints({ sessionId: "ses_w", limit: 5 });
      expect(listed.map(({ id }) => id)).toEqual([kept.id]);
      const all = await store().listCheckpoints({ sessionId: "ses_w", includeAbandoned: true, limit: 5 });
      expect(all).toMatchObject([{ ...left, abandonedAt: 7 }, kept]);
      expect(await store().getCheckpoint(left.id)).toMatchObject({ abandonedAt: 7 });
      expect((await store().stats()).checkpoints).toBe(1);
    });

    test("D55: finds ids by a prefix", async () => {
      await store().saveCheckpoint(sampleCheckpoint({ id: "chk_abcdef0000000001" }), NO_NODES);
      await store().saveCheckpoint(sampleCheckpoint({ id: "chk_abcdef0000000002" }), NO_NODES);
      await store().saveCheckpoint(sampleCheckpoint({ id: "chk_abcdeg0000000001" }), NO_NODES);
      const found = await store().findCheckpointIds("chk_abcdef", 5);
      expect(found).toEqual(["chk_abcdef0000000001", "chk_abcdef0000000002"]);
      expect(await store().findCheckpointIds("chk_%", 5)).toEqual([]);
    });

    test("SEC-S49: clamps limits in the same way", async () => {
      for (let i = 0; i < 3; i++) await store().saveCheckpoint(sampleCheckpoint(), NO_NODES);
      expect(await store().listCheckpoints({ limit: -1 })).toHaveLength(1);
      expect(await store().listCheckpoints({ limit: 0 })).toHaveLength(1);
      expect(await store().listCheckpoints({ limit: 1e9 })).toHaveLength(3);
    });

    test("changes only fields that may change, and reports whether the checkpoint exists", async () => {
      const saved = sampleCheckpoint();
      await store().saveCheckpoint(saved, NO_NODES);
      const change = { name: "kept", retention: "pinned", trashedAt: 12, abandonedAt: 13 } as const;
      expect(await store().updateCheckpoint(saved.id, change)).toBe(true);
      expect(await store().getCheckpoint(saved.id)).toMatchObject({ ...saved, ...change });
      expect(await store().updateCheckpoint("chk_none", change)).toBe(false);
      expect(await store().deleteCheckpoints([saved.id, "chk_none"])).toBe(1);
      expect(await store().getCheckpoint(saved.id)).toBeUndefined();
    });

    test("SEC-S58: stores any text unchanged and rejects NUL", async () => {
      const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
      const hostile = fc.constantFrom("'; DROP TABLE checkpoints; --", "%", "_", "\\", '"', "$1", "?");
      await fc.assert(
        fc.asyncProperty(fc.oneof(text, hostile), async (digest) => {
          const saved = sampleCheckpoint({ digest, stepName: digest });
          await store().saveCheckpoint(saved, NO_NODES);
          expect(await store().getCheckpoint(saved.id)).toMatchObject(saved);
        }),
        { numRuns: 40 },
      );
      const withNul = store().saveCheckpoint(sampleCheckpoint({ digest: "a\0b" }), NO_NODES);
      await expect(withNul).rejects.toMatchObject({ code: "invalid_input" });
    });
  });
}
