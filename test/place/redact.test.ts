import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPlacesDirectory } from "../../src/place/find-places-directory.ts";
import { appendHeldPrompt } from "../../src/place/held/held-files.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { placeMarkdown } from "../../src/place/workflow-artifacts/place-markdown.ts";
import { redact } from "../../src/setup/operations/redact.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const TOKEN = "ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG";
const MINE = { agent: "claude-code", nativeSession: "mine" };
const DAY = "2026-11-21";

/** The context of an earlier version, whose rules did not detect the token yet. */
async function withOlderRules({ open }: TestPlace) {
  const ctx = await open(MINE);
  return {
    ...ctx,
    redactor: {
      text: (text: string) => text,
      lines: (lines: readonly string[]) => [...lines],
      json: <T>(value: T) => value,
    },
  };
}

const held = (text: string) => ({ at: "2026-11-20T10:00:00Z", text, replayable: true });

test("secrets are removed from held prompts, including those in the trash, and other prompts are kept", () =>
  withPlace(async (place) => {
    const older = await withOlderRules(place);
    await save.call(older, { task: "t" });
    const { projectRoot } = await older.workspace.locate(place.project);
    const project = await older.store.findProjectByRoot(projectRoot);
    const at = { cwd: place.project, worktree: place.project, projectId: project?.id ?? "" };
    const folder = findPlacesDirectory(older, at);
    const keep = () => {
      appendHeldPrompt(folder, "mine", held(`Deploy with ${TOKEN}.`));
      appendHeldPrompt(folder, "mine", held("=== BLOCKED PROMPT [x] ===\nand then\n\nthe docs"));
    };
    keep();
    await resume.call(older, { yes: true, held: "none" });
    keep();
    const ctx = await place.open(MINE);
    expect(await redact.call(ctx, { dryRun: true })).toMatchObject({ files: 2, dryRun: true });
    const file = join(folder.memory, "pending-prompt-mine.txt");
    expect(readFileSync(file, "utf8")).toContain(TOKEN);
    expect(await redact.call(ctx, {})).toMatchObject({ files: 2 });
    expect(await redact.call(ctx, {})).toMatchObject({ files: 0 });
    for (const path of [file, join(folder.memory, "trash", DAY, "pending-prompt-mine.txt")]) {
      expect(readFileSync(path, "utf8")).not.toContain(TOKEN);
      expect(lstatSync(path).mode & 0o777).toBe(0o600);
    }
    expect((await resume.call(ctx, { held: "all" })).held?.run).toBe(
      "Deploy with [REDACTED].\n\n=== BLOCKED PROMPT [x] ===\nand then\n\nthe docs",
    );
  }));

test("secrets are removed from places in a shared directory, from their names and the ledger; the newest remains the newest", () =>
  withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    const older = await withOlderRules(place);
    const { place: written } = await save.call(older, {
      task: `rotate ${TOKEN}`,
      note: `The key is ${TOKEN}`,
    });
    const before = lstatSync(written?.file ?? "").mtimeMs;
    const slug = TOKEN.toLowerCase().slice(4, 20);
    expect(shared.files().filter((name) => name.includes(slug))).toHaveLength(2);

    const ctx = await place.open(MINE);
    expect(await redact.call(ctx, {})).toMatchObject({ files: 1 });
    expect(shared.files()).toEqual([
      `memory/checkpoints/${DAY}-rotate-redacted.md`,
      "memory/pending-restore-mine.txt",
      "rotate-redacted/cost-ledger.md",
    ]);
    const file = shared.path(`memory/checkpoints/${DAY}-rotate-redacted.md`);
    expect(shared.read("memory/pending-restore-mine.txt")).toBe(`${file}\n`);
    expect(lstatSync(file).mtimeMs).toBeCloseTo(before, 0);
    const { place: resumed } = await resume.call(ctx, {});
    expect(resumed).toMatchObject({ task: "rotate [REDACTED]", intent: "The key is [REDACTED]" });
  }));

test("files of another tool and links are not changed", () =>
  withPlace(async (place) => {
    const shared = sharedFolder(place.project);
    const ctx = await place.open(MINE);
    const empty = { plan: null, architecture: null, critic: null, review: null, sessionState: null };
    const ours = placeMarkdown({
      voluntary: true,
      stage: null,
      task: "t",
      branch: "main",
      intent: TOKEN,
      artifacts: empty,
      questions: [],
      decisions: [],
      unfinished: [],
    });
    const paths = [
      shared.write(`memory/checkpoints/${DAY}-theirs.md`, `## Active task\nt\n\n## Branch\n${TOKEN}\n`),
      shared.write("memory/pending-prompt-other.txt", `without a header ${TOKEN}\n`),
      shared.write("t/cost-ledger.md", `a row of theirs with ${TOKEN}\n`),
      shared.write("t/current-plan.md", TOKEN),
      shared.write("elsewhere.md", ours),
    ];
    symlinkSync(shared.path("elsewhere.md"), shared.path(`memory/checkpoints/${DAY}-link.md`));
    expect(await redact.call(ctx, {})).toMatchObject({ files: 0 });
    for (const path of paths) expect(readFileSync(path, "utf8")).toContain(TOKEN);
    expect(existsSync(shared.path(`memory/checkpoints/${DAY}-link.md`))).toBe(true);
  }));
