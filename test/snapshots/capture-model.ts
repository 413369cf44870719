import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { expect } from "vitest";
import * as z from "zod";
import type { SnapshotStore } from "../../src/kernel/ports/snapshots.ts";
import { createSnapshots } from "../../src/workspace/snapshots/create-snapshots.ts";
import { pruneStores } from "../../src/workspace/snapshots/prune-stores.ts";
import { runGitIn } from "../support/snapshot-place.ts";

/** A byte that is no UTF-8 for itself stands in the names as `%`. */
const FILES = ["a", "b", "d/a", "d/b", "d/%", "d/e/a", "d/e/b", "d.x", "d-x", "ignored/a", "f/g/a"];
const path = fc.constantFrom(...FILES, "d", "d/e", "f", "d/ignored/a");
const content = fc.constantFrom("", "one\n", "two\n", "three\n", `${"large\n".repeat(300)}`);

const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("write" as const), path, content, old: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("mode" as const), path, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("link" as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("rename" as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("directory" as const), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("nest" as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("rules" as const),
      rules: fc.constantFrom("ignored/\n", "b\nignored/\n", "e\n", "*\n", ""),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("git" as const),
      args: fc.constantFrom(
        ["add", "-A"],
        ["add", "-fN", "."],
        ["rm", "-rq", "--cached", "d"],
        ["commit", "-qm", "c"],
      ),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

export const captures = fc.array(
  fc.record({
    operations: fc.array(operation, { maxLength: 4 }),
    /** What is older than a second is not read again. */
    waits: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    /** The process is killed before it notes what it captured, and another one captures. */
    killed: fc.oneof(
      { weight: 5, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    pruned: fc.oneof(
      { weight: 8, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
  { minLength: 3, maxLength: 8 },
);
type Captures = typeof captures extends fc.Arbitrary<infer T> ? T : never;

/**
 * Captures as it is done, and beside it through the private index alone. Both must be the same tree each time. Returns how
 * many captures left the private index as it was.
 */
export async function checkCaptures(steps: Captures, hash = "sha1"): Promise<number> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-captures-")));
  const project = join(root, "project");
  try {
    mkdirSync(project);
    runGitIn(project, ["init", "-q", `--object-format=${hash}`]);
    for (const each of FILES.slice(0, 7)) write(project, each, "first\n");
    runGitIn(project, ["add", "-A"]);
    const [ours, theirs] = [storeIn(root, "ours"), storeIn(root, "theirs")];
    let patched = 0;
    for (const { operations, waits, killed, pruned } of steps) {
      if (waits) await sleep(1_050);
      for (const each of operations) perform(project, each);
      if (killed) await Promise.all([ours.use(withoutNote), theirs.use(throughIndex)]);
      if (pruned) await ours.prune();
      const [found, wanted] = await Promise.all([ours.use(captureAndCompare), theirs.use(throughIndex)]);
      expect(found.captured).toEqual(wanted);
      if (found.isPatched) patched++;
    }
    await ours.use((store) => {
      const repository = dirname(dirname(store.directory));
      expect(runGitIn(repository, ["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
      return Promise.resolve();
    });
    return patched;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function storeIn(root: string, name: string) {
  const worktree = join(root, "project");
  const options = {
    directory: join(root, name),
    state: root,
    home: join(root, "home"),
    configHome: undefined,
    searchPath: process.env["PATH"] ?? "",
    limits: { maxFileBytes: 1_000, maxFiles: 1_000, maxProjectBytes: 1_000_000 },
  };
  const snapshots = createSnapshots(options);
  return {
    use: <T>(work: (store: SnapshotStore) => Promise<T>) =>
      snapshots.use({ projectRoot: worktree, worktree }, work),
    prune: () => pruneStores({ ...options, limits: { ...options.limits, maxProjectBytes: 0 } }, () => []),
  };
}

const noteOf = ({ directory }: SnapshotStore) => join(directory, "last-capture.json");

const noteIn = (store: SnapshotStore) => Note.parse(JSON.parse(readFileSync(noteOf(store), "utf8")));
const Note = z.object({ tree: z.string(), seen: z.array(z.unknown()) });

async function capture(store: SnapshotStore) {
  const { tree, index, directories, uncovered } = await store.capture();
  return { tree, index, directories, uncovered: uncovered.map((each) => each.path).toSorted() };
}

/** Also compares what is known about the difference with what git says. */
async function captureAndCompare(store: SnapshotStore) {
  const before = existsSync(noteOf(store)) ? noteIn(store).tree : undefined;
  const captured = await capture(store);
  const isPatched = noteIn(store).seen.length > 0;
  if (isPatched && before !== undefined && before !== captured.tree) {
    const changes = (await store.compare([before, captured.tree])).flat();
    const pair = { from: before, to: captured.tree };
    const [listed] = await store.comparePairs([pair]);
    expect(changes).toEqual(listed?.changes);
  }
  return { captured, isPatched };
}

/** As long as nobody knows what was captured before, everything goes through the private index. */
async function throughIndex(store: SnapshotStore) {
  rmSync(noteOf(store), { force: true });
  return await capture(store);
}

async function withoutNote(store: SnapshotStore): Promise<void> {
  const note = noteOf(store);
  const before = existsSync(note) ? readFileSync(note) : undefined;
  await store.capture();
  if (before) writeFileSync(note, before);
  else rmSync(note, { force: true });
}

function perform(project: string, each: Operation): void {
  try {
    if (each.type === "git") runGitIn(project, each.args);
    else if (each.type === "rules") write(project, ".gitignore", each.rules);
    else change(project, each);
  } catch {
    // A file is in the way of a directory, or the other way round: as for a real program, nothing happens.
  }
}

function change(project: string, each: Exclude<Operation, { type: "git" | "rules" }>): void {
  const full = at(project, each.path);
  switch (each.type) {
    case "write":
      write(project, each.path, each.content);
      return each.old ? utimesSync(full, 1_000_000_000, 1_000_000_000) : undefined;
    case "remove":
      return rmSync(full, { recursive: true });
    case "mode":
      return chmodSync(full, each.on ? 0o755 : 0o640);
    case "link":
      rmSync(full, { force: true });
      return symlinkSync(each.to, full);
    case "rename":
      return renameSync(full, at(project, each.to));
    case "directory":
      rmSync(full, { force: true });
      return void mkdirSync(full, { recursive: true });
    case "nest":
      return nest(project, each.path);
  }
}

/** Files of the user's index inside another repository are captured only if there is a note of the last capture. */
function nest(project: string, name: string): void {
  if (!existsSync(at(project, name))) runGitIn(project, ["init", "-q", name]);
}

/** Writes into a file that is there, so that it stays the same one. */
function write(project: string, name: string, text: string): void {
  const full = at(project, name);
  mkdirSync(dirname(full.toString("latin1")), { recursive: true });
  writeFileSync(full, "");
  appendFileSync(full, text);
}

function at(project: string, name: string): Buffer {
  return Buffer.from(join(project, name.replace("%", "\u00ff")), "latin1");
}
