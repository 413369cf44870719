import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { inspect } from "../../src/checkpoints/operations/inspect.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { parsePlace } from "../../src/place/workflow-artifacts/parse-place.ts";
import { placeMarkdown } from "../../src/place/workflow-artifacts/place-markdown.ts";
import { SESSION_STATE, sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const INSIDE = { agent: "claude-code", nativeSession: "one-session" };

/** A session in a project that shares its directory with another tool. */
function withShared(
  work: (ctx: OpenContext, shared: ReturnType<typeof sharedFolder>, place: TestPlace) => Promise<void>,
) {
  return withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    await work(await place.open(INSIDE), shared, place);
  });
}

describe("the content of a place", () => {
  test("keeps the place with a given state too, if something was said about it", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const state = { todos: [] };
      const said = await save.call(ctx, { task: "importer", stage: "implement", note: "quote", state });
      const { place } = await resume.call(ctx, { id: said.id });
      expect(place).toMatchObject({ task: "importer", stage: "implement", intent: "quote" });
      const silent = await save.call(ctx, { state });
      expect((await inspect.call(ctx, { id: silent.id })).state).toEqual(state);
    }));

  test("P11 P13 P14 P15 P18: has ten sections in order, from the session-state file and git", () =>
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
To resume task 'csv-import' from branch 'importer' in a fresh session, type /holdfast:checkpoint --restore.
`);
    }));

  test("P14 P15: without git, the branch is unknown; without a note, the intent is the unfinished work", () =>
    withShared(async (ctx, shared) => {
      shared.write("memory/sessions/2026-11-20-csv-import.md", SESSION_STATE);
      const { place } = await save.call(ctx, {});
      expect(parsePlace(readFileSync(place?.file ?? "", "utf8"))).toMatchObject({
        branch: "unknown",
        intent: "quote the fields",
      });
    }));

  test("P12: the newest session-state file counts, whatever its name; a missing one is no failure", () =>
    withShared(async (ctx, shared, { clock }) => {
      expect((await save.call(ctx, {})).place?.task).toBe("untitled");
      shared.write("memory/sessions/2026-11-20-zebra.md", "## Cost\n- Phase: plan\n", clock.now - 60_000);
      shared.write("memory/sessions/2026-11-01-ant.md", "## Cost\n- Phase: plan\n", clock.now - 1_000);
      expect((await save.call(ctx, {})).place?.task).toBe("ant");
    }));

  test("P12: the session's own file takes precedence over a newer one of another session", () =>
    withShared(async (ctx, shared, { clock }) => {
      shared.write("memory/sessions/2026-11-01-mine.md", SESSION_STATE, clock.now - 60_000);
      const other = SESSION_STATE.replace("one-session", "other");
      shared.write("memory/sessions/2026-11-20-other.md", other, clock.now - 1_000);
      expect((await save.call(ctx, {})).place?.task).toBe("mine");
    }));

  test("P16: names the newest plan and architecture, and the critic and the review with the highest number", () =>
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

  test("P16: configured globs find other documents", () =>
    withPlace(
      async ({ open, project }) => {
        const shared = sharedFolder(project);
        const plan = shared.write("feature/PLAN.txt", "x");
        const { file } = (await save.call(await open(INSIDE), {})).place ?? {};
        expect(parsePlace(readFileSync(file ?? "", "utf8"))?.artifacts.plan).toBe(plan);
      },
      { place: { artifacts: { plan: "**/PLAN.txt" } } },
    ));

  test("P16 P19: a place never includes the content of a document, whatever that is and whatever its name is", () =>
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

  test("P16 P19: a place includes nothing of a session-state file except its lists", () =>
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

  test("P18: any place that is written can be parsed again", () => {
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

  test("neither the checkpoint nor the file contains secrets", () =>
    withShared(async (ctx, shared) => {
      const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
      shared.write("memory/sessions/2026-11-20-task.md", `## Unfinished work\n- rotate ${token}\n`);
      const { place } = await save.call(ctx, { note: `use ${token}` });
      expect(readFileSync(place?.file ?? "", "utf8")).not.toContain(token);
    }));
});
