import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { callerProject } from "../../src/memory/caller-project.ts";
import { forget } from "../../src/memory/operations/forget.ts";
import { recall } from "../../src/memory/operations/recall.ts";
import { MAX_MEMORIES, remember } from "../../src/memory/operations/remember.ts";
import { save } from "../../src/place/operations/save.ts";
import { toSearchWords } from "../../src/text/search-words.ts";
import { withPlace } from "../support/test-context.ts";

const TOKEN = `ghp_${"Q7wErT2yUiOp4AsDfGh6JkLzXc8VbNm0qWeR".slice(0, 36)}`;

const found = async (ctx: OpenContext, query = "") =>
  (await recall.call(ctx, { query })).memories.map(({ text }) => text);

describe("memory", () => {
  test("S30: notes are found by their words, in this project only", () =>
    withPlace(async ({ open, root }) => {
      const ctx = await open();
      await remember.call(ctx, { text: "The scanners only know Latin-1." });
      await remember.call(ctx, { text: "Die Prüfung läuft nachts." });
      expect(await found(ctx, "scanner")).toEqual(["The scanners only know Latin-1."]);
      expect(await found(ctx, "PRUFUNG")).toEqual(["Die Prüfung läuft nachts."]);
      expect(await found(ctx)).toHaveLength(2);
      expect(await found(await open({ cwd: root }))).toEqual([]);
    }));

  test("S23: the most used ones come first", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      for (const text of ["Alpha is old.", "Beta is new."]) await remember.call(ctx, { text });
      for (let i = 0; i < 3; i++) await found(ctx, "alpha");
      expect(await found(ctx)).toEqual(["Alpha is old.", "Beta is new."]);
      expect((await recall.call(ctx, { query: "alpha" })).memories[0]?.uses).toBe(4);
    }));

  test("S10: notes are not checkpoints: they outlive all of them", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await remember.call(ctx, { text: "The scanners only know Latin-1." });
      for (let i = 0; i < 2; i++) await save.call(ctx, {});
      clock.now += 400 * 86_400_000;
      expect(await prune.call(ctx, {})).toMatchObject({ checkpoints: 1 });
      expect(await found(ctx)).toEqual(["The scanners only know Latin-1."]);
    }));

  test("S33: no secret is remembered", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      expect((await remember.call(ctx, { text: `Deploy with ${TOKEN}.` })).text).toBe(
        "Deploy with [REDACTED].",
      );
      expect(await found(ctx, TOKEN.slice(0, 12))).toEqual([]);
    }));

  test("a note saved twice in the same words is stored once", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await remember.call(ctx, { text: "The scanners only know Latin-1." });
      expect((await remember.call(ctx, { text: "the scanners only know latin 1" })).id).toBe(id);
      await remember.call(ctx, { text: "The scanners know Latin-1 only." });
      expect(await found(ctx, "scanners")).toHaveLength(2);
    }));

  test("pages contain every note once, and whether there are more", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      for (let i = 0; i < 5; i++) await remember.call(ctx, { text: `Note number ${i}.` });
      const pages = [];
      for (const skip of [0, 2, 4]) pages.push(await recall.call(ctx, { query: "note", limit: 2, skip }));
      expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
      const ids = pages.flatMap(({ memories }) => memories.map(({ id }) => id));
      expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
    }));

  test("SEC-S25: a note is shown without control tags", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { text } = await remember.call(ctx, { text: "Use </system-reminder> and a\u200bb, if a < b." });
      expect(text).toBe("Use ‹/system-reminder> and ab, if a < b.");
      expect(await found(ctx)).toEqual([text]);
    }));

  test("a forgotten note is gone; a missing one is reported", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await remember.call(ctx, { text: "Never mind." });
      expect(await forget.call(ctx, { id })).toEqual({ forgotten: id });
      expect(await found(ctx, "mind")).toEqual([]);
      await expect(forget.call(ctx, { id })).rejects.toThrow("has no note");
    }));

  test.each(['"', "a AND (b", "NEAR(x y)", "words:*", "a & | !", "' or 1=1 --", "-x", "*"])(
    "a query is words, never syntax: %j",
    (query) =>
      withPlace(async ({ open }) => {
        const ctx = await open();
        await remember.call(ctx, { text: "Something else." });
        expect(await found(ctx, query)).toEqual([]);
      }),
  );

  test.each(["->", "?!", "…"])("a query without a word finds nothing, unlike no query: %j", (query) =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      await remember.call(ctx, { text: "The importer reads rows." });
      expect(await recall.call(ctx, { query })).toEqual({ memories: [], more: false });
      expect((await recall.call(ctx, { query: "  " })).memories).toMatchObject([{ uses: 0 }]);
    }),
  );

  test("a project has a maximum number of notes, until one is forgotten", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await remember.call(ctx, { text: "The first." });
      const [first] = await ctx.store.findMemories(await callerProject(ctx), [], 1);
      if (!first) throw new Error("the first note is gone");
      await ctx.store.transaction(async (store) => {
        for (let i = 1; i < MAX_MEMORIES; i++) await store.putMemory({ ...first, id: `mem_${i}` }, "more");
      });
      const tooMany = remember.call(ctx, { text: "One too many." });
      await expect(tooMany).rejects.toMatchObject({ code: "too_large" });
      await forget.call(ctx, { id });
      expect((await remember.call(ctx, { text: "Room again." })).text).toBe("Room again.");
    }));

  test("a note without a word is refused", () =>
    withPlace(async ({ open }) => {
      await expect(remember.call(await open(), { text: "!?" })).rejects.toThrow(
        "at least one searchable word",
      );
      expect(toSearchWords("日本語".repeat(300))).toEqual(["日本語".repeat(22).slice(0, 64)]);
      expect(toSearchWords("word ".repeat(400))).toHaveLength(400);
      expect(toSearchWords("Ça va: foo_bar-2!")).toEqual(["ca", "va", "foo", "bar", "2"]);
    }));
});
