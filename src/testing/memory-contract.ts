import { describe, expect, test } from "vitest";
import type { Memory } from "../kernel/record.ts";
import type { Store } from "../kernel/storage/store.ts";

function memory(id: string, change: Partial<Memory> = {}): Memory {
  return { id: `mem_${id}`, projectId: "prj_a", text: `Note ${id}`, uses: 0, createdAt: 1_000, ...change };
}

export function memoryContract(store: () => Store): void {
  const find = async (words: string[], projectId = "prj_a", limit = 10) =>
    (await store().findMemories(projectId, words, limit)).map(({ id }) => id.slice(4));

  describe("memories", () => {
    test("are found by the beginning of a word, in their project only", async () => {
      await store().putMemory(memory("1"), "the importer reads latin1");
      await store().putMemory(memory("2"), "invoices are printed at night");
      await store().putMemory(memory("3", { projectId: "prj_b" }), "the importer is slow");
      expect(await find(["import"])).toEqual(["1"]);
      expect(await find(["import"], "prj_b")).toEqual(["3"]);
      expect(await store().countMemories("prj_a")).toBe(2);
      expect(await store().countMemories("prj_c")).toBe(0);
      expect((await find(["import", "invoices"])).sort()).toEqual(["1", "2"]);
      expect(await find(["nothing"])).toEqual([]);
    });

    test("of all projects are listed by id, a page at a time", async () => {
      for (const id of ["2", "1"]) await store().putMemory(memory(id), "words");
      await store().putMemory(memory("3", { projectId: "prj_b" }), "words");
      const ids = async (after: string, limit: number) =>
        (await store().listMemories({ after, limit })).map(({ id }) => id);
      expect(await ids("", 2)).toEqual(["mem_1", "mem_2"]);
      expect(await ids("mem_2", 2)).toEqual(["mem_3"]);
    });

    test("with more of the words come first, then those that were used more often", async () => {
      await store().putMemory(memory("1"), "alpha alone here");
      await store().putMemory(memory("2"), "alpha beta here");
      expect((await find(["alpha", "beta"]))[0]).toBe("2");
      await store().putMemory(memory("3"), "gamma one two");
      await store().putMemory(memory("4"), "gamma one two");
      await store().countUses(["mem_3"]);
      expect(await find(["gamma"])).toEqual(["3", "4"]);
      expect((await find([], "prj_a", 2))[0]).toBe("3");
      expect(await find([], "prj_a", 2)).toHaveLength(2);
    });

    test("have the same order in every database: matching words, uses, age, and nothing else", async () => {
      await store().putMemory(memory("1"), "common zebra with many more words that say nothing of it");
      await store().putMemory(memory("2", { createdAt: 2_000 }), "common common common common");
      await store().putMemory(memory("3", { createdAt: 3_000 }), "common thing");
      await store().putMemory(memory("4", { createdAt: 3_000 }), "common thing as well");
      expect(await find(["common", "zebra"])).toEqual(["1", "3", "4", "2"]);
      expect(await find(["common", "thing", "zebra"])).toEqual(["3", "4", "1", "2"]);
      await store().countUses(["mem_1"]);
      expect(await find(["common"])).toEqual(["1", "3", "4", "2"]);
    });

    test("are gone once forgotten, and only for their own project", async () => {
      await store().putMemory(memory("1"), "to be forgotten");
      expect(await store().deleteMemory("prj_b", "mem_1")).toBe(false);
      expect(await store().deleteMemory("prj_a", "mem_1")).toBe(true);
      expect(await find(["forgotten"])).toEqual([]);
      expect(await store().deleteMemory("prj_a", "mem_1")).toBe(false);
    });
  });
}
