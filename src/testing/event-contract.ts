import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/store.ts";
import { sampleCheckpoint, sampleSession } from "./sample-records.ts";

export function eventContract(store: () => Store): void {
  describe("events and transactions", () => {
    test("an event is handled once and its reply is kept", async () => {
      expect(await store().handledEvent("e1")).toBeUndefined();
      expect(await store().markEventHandled("e1", 5, "{}")).toBe(true);
      expect(await store().markEventHandled("e1", 6, "other")).toBe(false);
      expect(await store().handledEvent("e1")).toMatchObject({ reply: "{}" });
    });

    test("a failed transaction leaves nothing", async () => {
      const saved = sampleCheckpoint();
      const session = sampleSession();
      const failing = store().transaction(async (inside) => {
        await inside.saveCheckpoint(saved, new Map(), "full");
        await inside.putSession(session);
        await inside.markEventHandled("e2", 5, "");
        throw new RangeError("stop");
      });
      await expect(failing).rejects.toThrow("stop");
      expect(await store().getCheckpoint(saved.id)).toBeUndefined();
      expect(await store().getSession(session.id)).toBeUndefined();
      expect(await store().handledEvent("e2")).toBeUndefined();
    });

    test("a transaction sees its own writes, also nested", async () => {
      const saved = sampleCheckpoint();
      const found = await store().transaction((outer) =>
        outer.transaction(async (inner) => {
          await inner.saveCheckpoint(saved, new Map(), "grouped");
          return await inner.getCheckpoint(saved.id);
        }),
      );
      expect(found).toEqual(saved);
      expect(await store().getCheckpoint(saved.id)).toEqual(saved);
    });

    test("of many at once one handles the event", async () => {
      const tries = Array.from({ length: 12 }, () => store().markEventHandled("e3", 1, ""));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    test("a sound store has no integrity problems", async () => {
      expect(await store().checkIntegrity(true)).toEqual([]);
      expect(await store().releaseSpace()).toBeGreaterThanOrEqual(0);
    });
  });
}
