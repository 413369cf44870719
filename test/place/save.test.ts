import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { save } from "../../src/place/operations/save.ts";
import { parsePlace } from "../../src/place/record/parse-place.ts";
import { placeMarkdown } from "../../src/place/record/place-markdown.ts";
import { AgentSession } from "../support/agent-session.ts";
import { SESSION_STATE, sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const INSIDE = { agent: "claude-code", nativeSession: "one-session" };
const DAY = "2026-11-21";

/** A project that shares its folder with another tool, and a session in it. */
function withShared(
  work: (ctx: OpenContext, shared: ReturnType<typeof sharedFolder>, place: TestPlace) => Promise<void>,
) {
  return withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    await work(await place.open(INSIDE), shared, place);
  });
}

describe("what a place says", () => {
  test("P11 P13 P14 P15 P18: the ten sections in their order, from the session-state file and git", () =>
    withShared(async (ctx, shared, { project }) => {
      mkdirSync(join(project, ".git"));
      writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/importer\n");
      const state = shared.write("memory/sessions/2026-11-20-csv-import.md", SESSION_STATE);
      const plan = shared.write("csv-import/current-plan.md", "step 1");
      const { place } = await save.call(ctx, { note: "Finish the quoting" });
      expect(readFileSync(place?.file ?? "", "utf8")).toBe(`## Status
checkpoint save (voluntary)

## Current stage
implement

## Active task
csv-import

## Branch
importer

## Last user intent
Finish the quoting

## In-flight artifacts
- current-plan.md: ${plan}
- architecture.md: (none found)
- latest critic-response: (none found)
- latest review: (none found)
- session-state: ${state}

## Open questions
- Which rounding?

## Decisions made
- Stream the file

## Unfinished work
- quote the fields
- write the docs

## Restore hint
Run /checkpoint --restore in a fresh session to resume task 'csv-import' from branch 'importer'.
`);
    }));

  test("P14 P15: without git the branch is unknown; without a note the intent is the unfinished work", () =>
    withShared(async (ctx, shared) => {
      shared.write("memory/sessions/2026-11-20-csv-import.md", SESSION_STATE);
      const { place } = await save.call(ctx, {});
      expect(parsePlace(readFileSync(place?.file ?? "", "utf8"))).toMatchObject({
        branch: "unknown",
        intent: "quote the fields",
      });
    }));

  test("P12: the session-state file that was written last counts, whatever its name; none is no failure", () =>
    withShared(async (ctx, shared, { clock }) => {
      expect((await save.call(ctx, {})).place?.task).toBe("untitled");
      shared.write("memory/sessions/2026-11-20-zebra.md", "## Cost\n- Phase: plan\n", clock.now - 60_000);
      shared.write("memory/sessions/2026-11-01-ant.md", "## Cost\n- Phase: plan\n", clock.now - 1_000);
      expect((await save.call(ctx, {})).place?.task).toBe("ant");
    }));

  test("P12: that of the session itself counts before a newer one of another session", () =>
    withShared(async (ctx, shared, { clock }) => {
      shared.write("memory/sessions/2026-11-01-mine.md", SESSION_STATE, clock.now - 60_000);
      const other = SESSION_STATE.replace("one-session", "other");
      shared.write("memory/sessions/2026-11-20-other.md", other, clock.now - 1_000);
      expect((await save.call(ctx, {})).place?.task).toBe("mine");
    }));

  test("P16: the newest plan and architecture, the critic and the review with the highest number", () =>
    withShared(async (ctx, shared, { clock }) => {
      const at = (seconds: number) => clock.now - seconds * 1_000;
      shared.write("old/current-plan.md", "x", at(90));
      const plan = shared.write("new/current-plan.md", "x", at(10));
      const architecture = shared.write("architecture.md", "x", at(50));
      const critic = shared.write("new/critic-response-10.md", "x", at(80));
      shared.write("new/critic-response-9.md", "x", at(5));
      const review = shared.write("new/review-3.md", "x", at(80));
      const { file } = (await save.call(ctx, {})).place ?? {};
      expect(parsePlace(readFileSync(file ?? "", "utf8"))?.artifacts).toEqual({
        plan,
        architecture,
        critic,
        review,
        sessionState: null,
      });
    }));

  test("P16: other globs find other documents", () =>
    withPlace(
      async ({ open, project }) => {
        const shared = sharedFolder(project);
        const plan = shared.write("feature/PLAN.txt", "x");
        const { file } = (await save.call(await open(INSIDE), {})).place ?? {};
        expect(parsePlace(readFileSync(file ?? "", "utf8"))?.artifacts.plan).toBe(plan);
      },
      { place: { artifacts: { plan: "**/PLAN.txt" } } },
    ));

  test("P16 P19: no content of a document comes into the record, whatever it holds and is called", () =>
    withShared(async (ctx, shared) => {
      const name = fc.constantFrom(
        "current-plan.md",
        "architecture.md",
        "critic-response-3.md",
        "review-1.md",
      );
      const text = fc.array(
        fc.oneof(fc.string(), fc.constantFrom("## Active task", "- ", "## Branch", "\0")),
      );
      const files = fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 3 });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(files, async (documents) => {
          const canary = `CANARY${++run}x`;
          for (const [name, lines] of documents)
            shared.write(`t/${name}`, [canary, ...lines, canary].join("\n"));
          const { id, place } = await save.call(ctx, { task: "t", note: `run ${run}` });
          const stored = await ctx.store.getCheckpoint(id);
          const nodes = await ctx.store.getNodes([stored?.stateRoot ?? ""]);
          const bytes = [...nodes.values()].map((node) => Buffer.from(node).toString("utf8"));
          const record = [readFileSync(place?.file ?? "", "utf8"), ...bytes].join();
          expect(record).toContain(`run ${run}`);
          expect(record).not.toContain(canary);
        }),
        { numRuns: 20 },
      );
    }));

  test("P16 P19: and none of a session-state file but its lists", () =>
    withShared(async (ctx, shared) => {
      const canary = "CANARY-f7c1";
      const names = ["current-plan.md", "architecture.md", "critic-response-1.md", "review-2.md", "notes.md"];
      for (const name of names) shared.write(`task/${name}`, `## Active task\n${canary}\n- ${canary}\n`);
      shared.write(
        "memory/sessions/2026-11-20-task.md",
        `${canary}\n${SESSION_STATE}\n## Log\n${canary}\n\n\`\`\`\n${canary}\n\`\`\`\n`,
      );
      const { id, place } = await save.call(ctx, { note: "go on" });
      const [stored] = await ctx.store.listCheckpoints({ limit: 5 });
      expect(stored?.id).toBe(id);
      expect(readFileSync(place?.file ?? "", "utf8")).not.toContain(canary);
      const nodes = await ctx.store.getNodes([stored?.stateRoot ?? ""]);
      const bytes = [...nodes.values()].map((node) => Buffer.from(node).toString("utf8"));
      expect(bytes.join()).toContain("implement");
      expect(bytes.join()).not.toContain(canary);
    }));

  test("P18: what is written can be read again, whatever it says", () => {
    const marks = fc.constantFrom(
      "",
      "- ",
      "* ",
      "## ",
      "1. ",
      "\\",
      "(none)",
      "(none found)",
      "### Branch ",
    );
    const line = fc
      .tuple(marks, fc.string({ maxLength: 60 }))
      .map((parts) =>
        parts
          .join("")
          .replaceAll(/[\s\0]+/g, " ")
          .trim(),
      )
      .filter((text) => text !== "");
    const lines = fc.array(line, { maxLength: 4 });
    const path = fc.option(fc.constantFrom("/a/plan.md", "/b c/x.md"), { nil: null });
    const artifacts = fc.record({
      plan: path,
      architecture: path,
      critic: path,
      review: path,
      sessionState: path,
    });
    fc.assert(
      fc.property(
        fc.record({
          voluntary: fc.boolean(),
          stage: fc.option(line, { nil: null }),
          task: line,
          branch: line,
          intent: fc.option(line, { nil: null }),
          artifacts,
          questions: lines,
          decisions: lines,
          unfinished: lines,
        }),
        (place) => {
          expect(parsePlace(placeMarkdown(place))).toEqual(place);
        },
      ),
    );
  });

  test("secrets are in neither the record nor the file", () =>
    withShared(async (ctx, shared) => {
      const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
      shared.write("memory/sessions/2026-11-20-task.md", `## Unfinished work\n- rotate ${token}\n`);
      const { place } = await save.call(ctx, { note: `use ${token}` });
      expect(readFileSync(place?.file ?? "", "utf8")).not.toContain(token);
    }));
});

describe("the files of a place", () => {
  test("P17 P21 P24 P25: file, sentinel and ledger row, and the answer names them", () =>
    withShared(async (ctx, shared) => {
      const { id, place } = await save.call(ctx, { task: "csv-import" });
      expect(shared.files()).toEqual([
        "csv-import/cost-ledger.md",
        `memory/checkpoints/${DAY}-csv-import.md`,
        "memory/pending-restore-one-session.txt",
      ]);
      expect(place).toEqual({
        task: "csv-import",
        file: shared.path(`memory/checkpoints/${DAY}-csv-import.md`),
        pending: shared.path("memory/pending-restore-one-session.txt"),
      });
      expect(shared.read("memory/pending-restore-one-session.txt")).toBe(`${place?.file}\n`);
      expect(shared.read("csv-import/cost-ledger.md")).toBe(
        `one-session | ${DAY} | checkpoint | haiku | task | save | 0\n`,
      );
      expect((await ctx.store.getCheckpoint(id))?.kind).toBe("place");
    }));

  test("P24: the row names the transcript of the session", () =>
    withPlace(async ({ open, clock, project, root }) => {
      const shared = sharedFolder(project);
      const ctx = await open({ agent: "claude-code", nativeSession: "mine" });
      const transcriptPath = join(root, "7f3c-transcript.jsonl");
      await new AgentSession(ctx, clock, { pid: 4_194_305, nativeSession: "mine", transcriptPath }).prompt(
        "Go.",
      );
      await save.call(ctx, { task: "t" });
      expect(shared.read("t/cost-ledger.md")).toBe(
        `7f3c-transcript | ${DAY} | checkpoint | haiku | task | save | 0\n`,
      );
    }));

  test("P22: outside of an agent, the session is the one that the session-state file names", () =>
    withPlace(async ({ open, project }) => {
      const shared = sharedFolder(project);
      shared.write("memory/sessions/2026-11-20-csv-import.md", SESSION_STATE);
      const { place, warnings } = await save.call(await open(), {});
      expect(place?.pending).toBe(shared.path("memory/pending-restore-one-session.txt"));
      expect(warnings).toEqual([]);
    }));

  test("P17: a second place of the day gets a number, and midnight is that of UTC", () =>
    withShared(async (ctx, shared, { clock }) => {
      clock.now = Date.UTC(2026, 10, 21, 23, 59, 59, 990);
      await save.call(ctx, { task: "t", note: "first" });
      clock.now = Date.UTC(2026, 10, 21, 23, 59, 59, 990);
      await save.call(ctx, { task: "t", note: "second" });
      clock.now = Date.UTC(2026, 10, 22);
      await save.call(ctx, { task: "t", note: "third" });
      expect(shared.files().filter((name) => name.includes("checkpoints"))).toEqual([
        "memory/checkpoints/2026-11-21-t-2.md",
        "memory/checkpoints/2026-11-21-t.md",
        "memory/checkpoints/2026-11-22-t.md",
      ]);
      expect(shared.read("memory/checkpoints/2026-11-21-t.md")).toContain("first");
    }));

  test("P24: a parent and its child that save the same place at once write one row and one file", () =>
    withShared(async (ctx, shared) => {
      const calls = Array.from({ length: 4 }, () => save.call(ctx, { task: "t", note: "once" }));
      await Promise.all(calls);
      expect(shared.read("t/cost-ledger.md").match(/save/g)).toHaveLength(1);
      expect(shared.files().filter((name) => name.includes("checkpoints"))).toHaveLength(1);
    }));

  test("P20: over 4 KB there is a warning with path and size, and the place is saved", () =>
    withShared(async (ctx, shared) => {
      const items = Array.from({ length: 12 }, (_, i) => `- ${i} ${"long ".repeat(60)}`).join("\n");
      shared.write(
        "memory/sessions/2026-11-20-t.md",
        `## Decisions made\n${items}\n\n## Open questions\n${items}\n`,
      );
      const { place, warnings } = await save.call(ctx, { note: "n" });
      const bytes = readFileSync(place?.file ?? "").byteLength;
      expect(bytes).toBeGreaterThan(4_096);
      expect(warnings).toEqual([
        expect.stringContaining(`${place?.file} exceeds the soft cap of 4 KB (${bytes} bytes)`),
      ]);
    }));

  test.each(["unknown", "../../etc/passwd", "a b", "", "x".repeat(200), "null"])(
    "P22: the session id %j makes no sentinel, but a warning; the place is kept",
    (nativeSession) =>
      withPlace(async ({ open, project }) => {
        const shared = sharedFolder(project);
        const ctx = await open({ agent: "claude-code", nativeSession });
        const { place, warnings } = await save.call(ctx, { task: "t" });
        expect(place?.pending).toBeNull();
        expect(warnings).toEqual([expect.stringContaining("id is not known")]);
        expect(shared.files().some((name) => name.includes("pending"))).toBe(false);
        expect(readFileSync(place?.file ?? "", "utf8")).toContain("## Active task\nt\n");
      }),
  );

  test("without a shared folder nothing is written into the project, and the sentinel names the checkpoint", () =>
    withPlace(async ({ open, project }) => {
      const { id, place } = await save.call(await open(INSIDE), { note: "go on" });
      expect(place?.file).toBeNull();
      expect(place?.pending?.startsWith(project)).toBe(false);
      expect(readFileSync(place?.pending ?? "", "utf8")).toBe(`${id}\n`);
    }));

  test("P17: a folder that leads out of the project by a link is not used", () =>
    withPlace(async ({ open, project, root }) => {
      const elsewhere = sharedFolder(join(root, "elsewhere"));
      symlinkSync(elsewhere.folder, join(project, ".workflow_artifacts"));
      expect((await save.call(await open(INSIDE), {})).place?.file).toBeNull();
      expect(elsewhere.files()).toEqual([]);
    }));

  test("P17: where the folder cannot be made there is a warning, and the checkpoint is saved", () =>
    withShared(async (ctx, shared) => {
      shared.write("memory/checkpoints", "a file stands in the way");
      const { id, place, warnings } = await save.call(ctx, {});
      expect(place?.file).toBeNull();
      expect(warnings).toContainEqual(expect.stringContaining("The place's file could not be written"));
      expect(await ctx.store.getCheckpoint(id)).toBeDefined();
    }));

  test("in a folder below, the outermost shared folder counts; the home directory itself has none", () =>
    withPlace(async ({ open, project, root }) => {
      const outer = sharedFolder(project);
      sharedFolder(join(project, "packages/one"));
      sharedFolder(join(root, "home"));
      const below = await save.call(await open({ ...INSIDE, cwd: join(project, "packages/one") }), {});
      expect(below.place?.file?.startsWith(outer.folder)).toBe(true);
      const atHome = await save.call(await open({ ...INSIDE, cwd: join(root, "home") }), {});
      expect(atHome.place?.file).toBeNull();
    }));

  test("`place.mirror` makes the folder, or leaves one alone", async () => {
    await withPlace(
      async ({ open, project }) => {
        const { place } = await save.call(await open(INSIDE), { task: "t" });
        expect(place?.file).toBe(join(project, `.workflow_artifacts/memory/checkpoints/${DAY}-t.md`));
      },
      { place: { mirror: "always" } },
    );
    await withPlace(
      async ({ open, project }) => {
        sharedFolder(project);
        expect((await save.call(await open(INSIDE), {})).place?.file).toBeNull();
      },
      { place: { mirror: "never" } },
    );
  });
});
