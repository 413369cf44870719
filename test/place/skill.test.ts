import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkpointSkill } from "../../src/agents/checkpoint-skill.ts";
import type { OpenContext } from "../../src/app.ts";
import { save } from "../../src/place/operations/save.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { withPlace } from "../support/test-context.ts";

const INSIDE = { agent: "claude-code", nativeSession: "one-session" };
const DAY = "2026-11-21";

/** A session in a project that shares its directory with another tool. */
function withShared(work: (ctx: OpenContext, shared: ReturnType<typeof sharedFolder>) => Promise<void>) {
  return withPlace(async ({ open, project }) => {
    const shared = sharedFolder(project);
    await work(await open(INSIDE), shared);
  });
}

describe("the note that the skill passes on", () => {
  test("P6: does not include a marker without a number or with 1", () =>
    withShared(async (ctx) => {
      for (const marker of ["[no-redispatch]", "[no-redispatch:1]"]) {
        const { digest } = await save.call(ctx, { note: `${marker}\nfinish it` });
        expect(digest).toBe("finish it");
      }
    }));

  test.each(["2", "7", "99999999999"])("P6: the marker with %s aborts before anything is written", (count) =>
    withShared(async (ctx, shared) => {
      await expect(save.call(ctx, { note: `[no-redispatch:${count}] go` })).rejects.toThrow(`at N=${count}`);
      expect(shared.files()).toEqual([]);
      expect(await ctx.store.listCheckpoints({ limit: 1 })).toEqual([]);
    }),
  );

  test("P6: includes what only looks like a marker", () =>
    withShared(async (ctx) => {
      for (const note of [
        "[no-redispatch:0] x",
        "see [no-redispatch:3]",
        "[no-redispatch:02] y",
        "[no-redispatch:2]x",
      ])
        expect((await save.call(ctx, { note })).digest).toBe(note);
    }));

  test("P3: a save writes only places: no daily notes, no lessons, nothing forgotten", () =>
    withShared(async (ctx, shared) => {
      const lessons = shared.write("memory/lessons-learned.md", "old");
      shared.write("memory/forgotten/x.md", "gone");
      shared.write("memory/daily/2026-11-21.md", "day");
      const before = shared.files();
      await save.call(ctx, { task: "t" });
      const made = shared.files().filter((name) => !before.includes(name));
      expect(made).toEqual([
        `memory/checkpoints/${DAY}-t.md`,
        "memory/pending-restore-one-session.txt",
        "t/cost-ledger.md",
      ]);
      expect(readFileSync(lessons, "utf8")).toBe("old");
    }));
});

describe("the skill that connect installs", () => {
  const forClaude = checkpointSkill({
    skillCommand: "/holdfast:checkpoint",
    tiers: ["haiku", "sonnet", "opus"],
  });
  const section = (title: string) => forClaude.split(`\n## ${title}`)[1]?.split("\n## ")[0] ?? "";

  test("P1 P2 P4 D61: has its trigger phrases, its four uses, and the cheapest model if a client lets it choose", () => {
    const [, head = ""] = forClaude.split("---");
    for (const phrase of [
      "checkpoint",
      "save my place",
      "save session",
      "restore checkpoint",
      "resume from checkpoint",
    ])
      expect(head).toContain(`"${phrase}"`);
    for (const use of [
      "context is nearly full",
      "between tasks",
      "between sessions",
      "before a risky or long step",
    ])
      expect(head).toContain(use);
    expect(head).toContain("\nmodel: haiku\n");
    expect(checkpointSkill({})).not.toMatch(/^model:|redispatch/m);
  });

  test("P5 P6 P7: dispatches once to the cheapest model, stops a recursion, and continues if it cannot dispatch", () => {
    const guard = section("Which model");
    expect(guard).toContain("haiku < sonnet < opus");
    expect(guard).toMatch(
      /subagent with model "haiku" and the prompt `\[no-redispatch\]` followed by the user's words as they are/,
    );
    expect(guard).toMatch(/\[no-redispatch:N\]` with N of 2 or more: stop before any tool call/);
    expect(guard).toContain("dispatch unavailable; proceeding at the current model");
  });

  test("P11 P25 P32 P34: only calls the tools, reports their answers, and reads files after a yes", () => {
    expect(section("Save a place")).toMatch(
      /`checkpoint_save` once with `note`[\s\S]*`place.file`[\s\S]*--restore/,
    );
    expect(section("Restore")).toMatch(
      /Never choose yourself[\s\S]*read the artifacts again\?[\s\S]*`yes: true`[\s\S]*`read`/,
    );
  });
});
