import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { save } from "../../src/place/operations/save.ts";
import { writePlaceFiles } from "../../src/place/write-place-files.ts";
import { AgentSession } from "../support/agent-session.ts";
import { SESSION_STATE, sharedFolder } from "../support/shared-folder.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const INSIDE = { agent: "claude-code", nativeSession: "one-session" };
const DAY = "2026-11-21";

/** A session in a project that shares its directory with another tool. */
function withShared(
  work: (ctx: OpenContext, shared: ReturnType<typeof sharedFolder>, place: TestPlace) => Promise<void>,
) {
  return withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    await work(await place.open(INSIDE), shared, place);
  });
}

describe("the files of a place", () => {
  test("P17 P21 P24 P25: are the place file, the sentinel and the ledger row, and the output names them", () =>
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

  test("P22: outside an agent, the session is the one that the session-state file names", () =>
    withPlace(async ({ open, project }) => {
      const shared = sharedFolder(project);
      shared.write("memory/sessions/2026-11-20-csv-import.md", SESSION_STATE);
      const { place, warnings } = await save.call(await open(), {});
      expect(place?.pending).toBe(shared.path("memory/pending-restore-one-session.txt"));
      expect(warnings).toEqual([]);
    }));

  test("P17: a second place on the same day (UTC) gets a number", () =>
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

  test("P24: a parent process and its child that save the same place at the same time write one row and one file", () =>
    withShared(async (ctx, shared) => {
      const calls = Array.from({ length: 4 }, () => save.call(ctx, { task: "t", note: "once" }));
      await Promise.all(calls);
      expect(shared.read("t/cost-ledger.md").match(/save/g)).toHaveLength(1);
      expect(shared.files().filter((name) => name.includes("checkpoints"))).toHaveLength(1);
    }));

  test("P20: over 4 KB, there is a warning with path and size, and the place is saved", () =>
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

  test("P20: a place that is only in the store is measured too, and named by its checkpoint", () => {
    const root = temporaryDirectory("places");
    const directory = { root, memory: root, mode: 0o700, shared: null } as const;
    const artifacts = { plan: null, architecture: null, critic: null, review: null, sessionState: null };
    const words = { stage: null, task: "t", branch: "main", intent: null, questions: [], decisions: [] };
    const session = { isExpected: true, nativeId: "mine", transcriptPath: null };
    const warningsOf = (count: number) => {
      const unfinished = Array.from({ length: count }, () => "x".repeat(240));
      const place = { voluntary: true, artifacts, ...words, unfinished };
      const warnings: string[] = [];
      const keeping = { directory, place, checkpointId: "chk_1", restoreHint: undefined, session, at: 0 };
      writePlaceFiles(keeping, (text) => warnings.push(text));
      return warnings;
    };
    expect(warningsOf(12)).toEqual([]);
    expect(warningsOf(18)).toEqual([
      expect.stringMatching(/^chk_1 exceeds the soft cap of 4 KB \(4\d{3} bytes\)/),
    ]);
  });

  test.each(["unknown", "../../etc/passwd", "a b", "", "x".repeat(200), "null"])(
    "P22: the session id %j leads to a warning instead of a sentinel, and the place is saved",
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

  test("without a shared directory, nothing is written to the project, and the sentinel names the checkpoint", () =>
    withPlace(async ({ open, project }) => {
      const { id, place } = await save.call(await open(INSIDE), { note: "go on" });
      expect(place?.file).toBeNull();
      expect(place?.pending?.startsWith(project)).toBe(false);
      expect(readFileSync(place?.pending ?? "", "utf8")).toBe(`${id}\n`);
    }));

  test("P17: a directory that leads out of the project through a link is not used", () =>
    withPlace(async ({ open, project, root }) => {
      const elsewhere = sharedFolder(join(root, "elsewhere"));
      symlinkSync(elsewhere.folder, join(project, ".workflow_artifacts"));
      expect((await save.call(await open(INSIDE), {})).place?.file).toBeNull();
      expect(elsewhere.files()).toEqual([]);
    }));

  test("P17: if the directory cannot be created, there is a warning, and the checkpoint is saved", () =>
    withShared(async (ctx, shared) => {
      shared.write("memory/checkpoints", "a file stands in the way");
      const { id, place, warnings } = await save.call(ctx, {});
      expect(place?.file).toBeNull();
      expect(warnings).toContainEqual(expect.stringContaining("The place's file could not be written"));
      expect(await ctx.store.getCheckpoint(id)).toBeDefined();
    }));

  test("in a subdirectory, the outermost shared directory counts; that of the home directory is ignored", () =>
    withPlace(async ({ open, project, root }) => {
      const outer = sharedFolder(project);
      sharedFolder(join(project, "packages/one"));
      sharedFolder(join(root, "home"));
      const below = await save.call(await open({ ...INSIDE, cwd: join(project, "packages/one") }), {});
      expect(below.place?.file?.startsWith(outer.folder)).toBe(true);
      const atHome = await save.call(await open({ ...INSIDE, cwd: join(root, "home") }), {});
      expect(atHome.place?.file).toBeNull();
    }));

  test("`place.mirror` creates the directory, or ignores an existing one", async () => {
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
