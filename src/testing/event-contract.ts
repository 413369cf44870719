import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/storage/store.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { nodeMap, sampleNode } from "./sample-nodes.ts";
import { sampleCheckpoint, sampleProject, sampleSession } from "./sample-records.ts";

const ARRIVED = { eventId: null, arrivedAt: 1, handler: null, reply: null };

export function eventContract(store: () => Store): void {
  describe("events and transactions", () => {
    test("an event is handled once and its reply is kept", async () => {
      expect(await store().handledEvent("e1")).toBeUndefined();
      expect(await store().markEventHandled("e1", 5, "{}")).toBe(true);
      expect(await store().markEventHandled("e1", 6, "other")).toBe(false);
      expect(await store().handledEvent("e1")).toMatchObject({ reply: "{}" });
    });

    test("old replies are dropped, but not the fact that their events were handled", async () => {
      for (const [id, at] of [
        ["a", 1],
        ["b", 2],
        ["c", 9],
      ] as const)
        await store().markEventHandled(id, at, '{"context":"given"}');
      expect(await store().dropReplies(5, 1)).toBe(1);
      expect(await store().dropReplies(5, 9)).toBe(1);
      expect(await store().dropReplies(5, 9)).toBe(0);
      expect(await store().handledEvent("a")).toMatchObject({ reply: "{}" });
      expect(await store().markEventHandled("b", 3, "again")).toBe(false);
      expect(await store().handledEvent("c")).toMatchObject({ reply: '{"context":"given"}' });
    });

    test("a failed transaction leaves nothing", async () => {
      const saved = sampleCheckpoint();
      const session = sampleSession();
      const failing = store().transaction(async (inside) => {
        await inside.saveCheckpoint(saved, new Map());
        await inside.replaceSession(session);
        await inside.markEventHandled("e2", 5, "");
        throw new RangeError("stop");
      });
      await expect(failing).rejects.toThrow("stop");
      expect(await store().getCheckpoint(saved.id)).toBeUndefined();
      expect(await store().getSession(session.id)).toBeUndefined();
      expect(await store().handledEvent("e2")).toBeUndefined();
    });

    test("a transaction sees its own writes, even nested", async () => {
      const saved = sampleCheckpoint();
      const found = await store().transaction((outer) =>
        outer.transaction(async (inner) => {
          await inner.saveCheckpoint(saved, new Map());
          return await inner.getCheckpoint(saved.id);
        }),
      );
      expect(found).toMatchObject(saved);
      expect(await store().getCheckpoint(saved.id)).toMatchObject(saved);
    });

    test("of many concurrent attempts, one marks the event as handled", async () => {
      const tries = Array.from({ length: 12 }, () => store().markEventHandled("e3", 1, ""));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    test("SEC-S58: NUL is rejected in every text, even in queries", async () => {
      const nul = "a\0b";
      const attempts = [
        store().markEventHandled(nul, 1, ""),
        store().markEventHandled("e4", 1, nul),
        store().replaceSession(sampleSession({ endReason: nul })),
        store().ensureProject(sampleProject(nul)),
        store().listCheckpoints({ name: nul, limit: 1 }),
        store().findSession("codex", nul),
      ];
      for (const attempt of await Promise.allSettled(attempts))
        expect(attempt).toMatchObject({ status: "rejected", reason: { code: "invalid_input" } });
    });

    test("SEC-S58: text from `toStorable` is stored unchanged", async () => {
      const text = toStorable("a\0b\ud800c\udc00 \u{1f3e0}");
      const session = sampleSession({ endReason: text });
      await store().replaceSession(session);
      expect(await store().getSession(session.id)).toMatchObject({ endReason: text });
      await store().markEventHandled("e5", 1, text);
      expect(await store().handledEvent("e5")).toEqual({ reply: text });
    });

    test("a damaged node and a missing state are found by a full check", async () => {
      const damaged = { ...sampleNode("whole"), bytes: Buffer.from("torn") };
      const missing = sampleCheckpoint({ stateRoot: sampleNode("missing").key });
      await store().saveCheckpoint(sampleCheckpoint({ stateRoot: damaged.key }), nodeMap(damaged));
      await store().saveCheckpoint(missing, new Map());
      const problems = (await store().checkIntegrity(true)).join("\n");
      expect(problems).toContain(damaged.key);
      expect(problems).toContain(missing.id);
    });

    test("R-Q4: events and deliveries from before a time are deleted, a bounded number per call", async () => {
      const delivery = {
        sessionId: "ses_a",
        incarnation: 1,
        checkpointId: null,
        chars: 1,
        ...ARRIVED,
      } as const;
      for (let at = 1; at <= 5; at++) {
        await store().markEventHandled(`old ${at}`, at, "");
        await store().putDelivery({ ...delivery, id: `dlv_${at}`, channel: "resume", at });
      }
      expect(await store().forgetEvents(5, 3)).toBe(6);
      expect(await store().forgetEvents(5, 3)).toBe(2);
      expect(await store().forgetEvents(5, 3)).toBe(0);
      expect(await store().handledEvent("old 4")).toBeUndefined();
      expect(await store().handledEvent("old 5")).toBeDefined();
      expect(await store().listDeliveries("ses_a")).toMatchObject([{ id: "dlv_5" }]);
    });

    test("an intact store has no integrity problems", async () => {
      expect(await store().checkIntegrity(true)).toEqual([]);
      expect(await store().releaseSpace()).toBeGreaterThanOrEqual(0);
    });
  });
}
