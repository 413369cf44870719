import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import type { ArrivingSnapshot } from "../../src/kernel/ports/snapshots.ts";
import { receiveFiles } from "../../src/workspace/snapshots/arriving-files.ts";
import { createSnapshots } from "../../src/workspace/snapshots/create-snapshots.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const LIMITS = { maxFileBytes: 1_000, maxFiles: 1_000, maxProjectBytes: 1_000_000 };
const ORIGIN = { machine: "laptop", now: 5_000 };

test("50 snapshots arrive with as many calls of git as two, and all of them are kept", async () => {
  const few = await arrive(2);
  const many = await arrive(50);
  expect(many.kept).toEqual(Array.from({ length: 50 }, (_, number) => `snp_${number}`));
  expect(many.calls).toBeLessThanOrEqual(few.calls);
});

test("snapshots of which a file is missing stay out, and the others come", async () => {
  const place = createPlace();
  const [whole, part] = ["whole", "part"].map((text) => place.tree([file(place.blob(text))]));
  const alone = place.blob("part");
  const receiving = place.receive();
  await receiving.add(place.pack(place.objects().filter((id) => id !== alone)));
  const snapshots = [snapshotOf(0, whole ?? ""), snapshotOf(1, part ?? "")];
  const { complete, missing } = await receiving.verify(place, snapshots);
  expect(complete.map(({ id }) => id)).toEqual(["snp_0"]);
  expect(missing.map(({ id }) => id)).toEqual(["snp_1"]);
  await receiving.discard();
});

test.each([
  ["lists more files than any worktree has", (name: number) => [name, name + 100], 30, "too many"],
  ["has a path that is too long", (name: number) => [`${name}`.repeat(250).slice(0, 250)], 20, "out of the"],
] as const)("a small tree that %s is refused at once", async (_, names, depth, reason) => {
  const place = createPlace();
  let tree = place.tree([file(place.blob("x"))]);
  for (let level = 0; level < depth; level++)
    tree = place.tree(names(level).map((name) => `040000 tree ${tree}\t${name}`));
  const receiving = place.receive();
  await receiving.add(place.pack());
  await expect(receiving.verify(place, [snapshotOf(0, tree)])).rejects.toThrow(reason);
  await receiving.discard();
});

async function arrive(count: number) {
  const place = createPlace();
  const snapshots = Array.from({ length: count }, (_, number) =>
    snapshotOf(number, place.tree([file(place.blob(`${number}`))])),
  );
  const receiving = place.receive();
  await receiving.add(place.pack());
  const { complete } = await receiving.verify(place, snapshots);
  await receiving.keep(place, complete, ORIGIN);
  await receiving.discard();
  const calls = place.calls();
  const kept = await createSnapshots(place.options).read(place, async (store) => await store.listImported());
  return { calls, kept: kept?.map(({ id }) => id) };
}

/** A worktree, and a repository elsewhere whose objects are sent to it. `git` is counted. */
function createPlace() {
  const root = temporaryDirectory("arriving");
  const [worktree, bin, source] = ["project", "bin", "source"].map((name) => join(root, name));
  for (const directory of [worktree, bin, source]) mkdirSync(directory ?? "");
  const log = join(root, "calls");
  writeFileSync(log, "");
  const searchPath = process.env["PATH"] ?? "";
  const script = `#!/bin/sh\necho call >> '${log}'\nPATH='${searchPath}' exec git "$@"\n`;
  writeFileSync(join(bin ?? "", "git"), script, { mode: 0o700 });
  const run = (args: string[], input = "") => execFileSync("git", args, { cwd: source, input });
  run(["init", "-q", "--bare"]);
  const objects = new Set<string>();
  const written = (args: string[], input: string) => {
    const id = run(args, input).toString().trim();
    objects.add(id);
    return id;
  };
  const options = {
    directory: join(root, "snapshots"),
    state: root,
    home: join(root, "home"),
    configHome: undefined,
    searchPath: `${bin}${delimiter}${searchPath}`,
    limits: LIMITS,
  };
  return {
    projectRoot: worktree ?? "",
    worktree: worktree ?? "",
    options,
    blob: (text: string) => written(["hash-object", "-w", "--stdin"], text),
    tree: (entries: readonly string[]) => written(["mktree"], `${entries.join("\n")}\n`),
    pack: (ids = [...objects]) => run(["pack-objects", "--stdout", "-q"], `${ids.join("\n")}\n`),
    objects: () => [...objects],
    receive: () => receiveFiles(options),
    calls: () => readFileSync(log, "utf8").split("\n").length - 1,
  };
}

const file = (blob: string) => `100644 blob ${blob}\ta.txt`;

function snapshotOf(number: number, tree: string): ArrivingSnapshot {
  return {
    id: `snp_${number}`,
    createdAt: 1_000 + number,
    moment: "turn_end",
    session: `ses_${number}`,
    agent: "claude-code",
    turn: 1,
    checkpoint: null,
    name: null,
    gitHead: null,
    gitBranch: null,
    tree,
    permissions: null,
    directories: [],
    uncovered: [],
    uncoveredCount: 0,
    excludes: "",
    wentBackTo: null,
  };
}
