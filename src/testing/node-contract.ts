import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/storage/store.ts";
import { nodeMap, sampleNode } from "./sample-nodes.ts";
import { sampleCheckpoint } from "./sample-records.ts";

export function nodeContract(store: () => Store): void {
  describe("nodes", () => {
    test("stores many at once, and equal ones only once", async () => {
      const nodes = Array.from({ length: 1_200 }, (_, i) => sampleNode(`node ${i}`));
      await store().saveCheckpoint(sampleCheckpoint(), nodeMap(...nodes));
      await store().saveCheckpoint(sampleCheckpoint(), nodeMap(...nodes.slice(0, 700)));
      const found = await store().getNodes(nodes.map(({ key }) => key));
      expect(found.size).toBe(1_200);
      expect((await store().stats()).nodes).toBe(1_200);
    });

    test("sweeps what no checkpoint reaches and nothing else", async () => {
      const leaf = sampleNode("shared leaf");
      const kept = sampleNode("kept", [leaf.key]);
      const dropped = sampleNode("dropped", [leaf.key]);
      const expired = sampleCheckpoint({ stateRoot: dropped.key });
      await store().saveCheckpoint(sampleCheckpoint({ stateRoot: kept.key }), nodeMap(kept, leaf));
      await store().saveCheckpoint(expired, nodeMap(dropped));
      expect(await sweepAll(store())).toBe(0);
      await store().deleteCheckpoints([expired.id]);
      expect(await sweepAll(store())).toBe(1);
      const left = await store().getNodes([leaf.key, kept.key, dropped.key]);
      expect(new Set(left.keys())).toEqual(new Set([leaf.key, kept.key]));
    });

    test("a save that relies on older nodes stores nothing if a sweep has deleted some, and returns the new epoch", async () => {
      const old = sampleNode("old");
      const expired = sampleCheckpoint({ stateRoot: old.key });
      const since = await store().saveCheckpoint(expired, nodeMap(old));
      await sweepAll(store());
      const relying = sampleCheckpoint({ stateRoot: old.key });
      expect(await store().saveCheckpoint(relying, new Map(), since)).toBe(since);
      await store().deleteCheckpoints([expired.id, relying.id]);
      expect(await sweepAll(store())).toBe(1);
      const [late, fresh] = [sampleCheckpoint({ stateRoot: old.key }), sampleNode("fresh")];
      const now = await store().saveCheckpoint(late, nodeMap(fresh), since);
      expect(now).not.toBe(since);
      expect(await store().getCheckpoint(late.id)).toBeUndefined();
      expect((await store().getNodes([fresh.key])).size).toBe(0);
      expect(await store().saveCheckpoint(late, nodeMap(old))).toBe(now);
      expect((await store().getCheckpoint(late.id))?.stateRoot).toBe(old.key);
    });

    test("keeps an old node that a save uses again during a sweep", async () => {
      const garbage = Array.from({ length: 40 }, (_, i) => sampleNode(`garbage ${i}`));
      const first = sampleCheckpoint({ stateRoot: garbage[0]?.key ?? "" });
      await store().saveCheckpoint(first, nodeMap(...garbage));
      await store().deleteCheckpoints([first.id]);
      await store().sweepNodes({ maxNodes: 10 });
      const revived = garbage.at(-1);
      if (!revived) throw new Error("no sample");
      await store().saveCheckpoint(sampleCheckpoint({ stateRoot: revived.key }), nodeMap(revived));
      await sweepAll(store());
      expect((await store().getNodes([revived.key])).size).toBe(1);
      expect((await store().stats()).nodes).toBe(1);
    });

    test("concurrent sweeps keep what a deep tree reaches", async () => {
      const chain = [sampleNode("leaf")];
      for (let i = 0; i < 40; i++) chain.unshift(sampleNode(`level ${i}`, [chain[0]?.key ?? ""]));
      await store().saveCheckpoint(
        sampleCheckpoint({ stateRoot: chain[0]?.key ?? "" }),
        nodeMap(...chain, sampleNode("garbage")),
      );
      const swept = await Promise.all([sweepAll(store()), sweepAll(store())]);
      expect(swept[0] + swept[1]).toBe(1);
      expect((await store().getNodes(chain.map(({ key }) => key))).size).toBe(41);
    });

    test("an unreadable reachable node is reported, and the sweep continues", async () => {
      const damaged = { ...sampleNode("torn"), bytes: Buffer.from("not a node") };
      const garbage = sampleNode("garbage");
      const checkpoint = sampleCheckpoint({ stateRoot: damaged.key });
      await store().saveCheckpoint(checkpoint, nodeMap(damaged, garbage));
      expect(await store().sweepNodes({ maxNodes: 10 })).toMatchObject({
        nodes: 1,
        done: true,
        damaged: [damaged.key],
      });
      expect((await store().getNodes([damaged.key])).size).toBe(1);
    });

    test("never sweeps what concurrent saves reach", async () => {
      const saves = Array.from({ length: 60 }, async (_, i) => {
        const leaf = sampleNode(`leaf ${i % 7}`);
        const root = sampleNode(`root ${i}`, [leaf.key]);
        const saved = sampleCheckpoint({ stateRoot: root.key });
        await store().saveCheckpoint(saved, nodeMap(root, leaf));
        if (i % 3 === 0) await store().deleteCheckpoints([saved.id]);
        return i % 3 === 0 ? [] : [root.key, leaf.key];
      });
      const sweeps = Array.from({ length: 20 }, () => store().sweepNodes({ maxNodes: 5 }));
      const wanted = (await Promise.all(saves)).flat();
      await Promise.all(sweeps);
      await sweepAll(store());
      expect((await store().getNodes(wanted)).size).toBe(new Set(wanted).size);
    });
  });
}

async function sweepAll(store: Store): Promise<number> {
  let nodes = 0;
  for (;;) {
    const slice = await store.sweepNodes({ maxNodes: 25 });
    nodes += slice.nodes;
    if (slice.done) return nodes;
  }
}
