import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { undo } from "../../src/restore/operations/undo.ts";
import { AgentSession } from "../support/agent-session.ts";
import { exported, forge, git, imported, type Machine, withTwoMachines } from "./two-machines.ts";

/** A session that changes, adds and deletes files, none of which is committed. */
async function workOnFiles({ ctx, place }: Machine): Promise<AgentSession> {
  const session = new AgentSession(ctx, place.clock, {
    nativeSession: "6f1c2b1e-0000-4000-8000-000000000002",
    cwd: place.project,
  });
  await session.start();
  await session.prompt("Sort the invoices.");
  writeFileSync(join(place.project, "a.js"), "changed\r\n");
  rmSync(join(place.project, "gone.js"), { force: true });
  mkdirSync(join(place.project, "new/deep"), { recursive: true });
  writeFileSync(join(place.project, "new/deep/data.bin"), Buffer.from([0, 255, 10, 13, 0]));
  await session.use("Bash", { command: "node sort.js" });
  await session.stop("Sorted.");
  await session.end();
  return session;
}

function read({ place }: Machine): Record<string, string | null> {
  const paths = ["a.js", "gone.js", "kept.js", "new/deep/data.bin"];
  return Object.fromEntries(
    paths.map((path) => {
      const file = join(place.project, path);
      return [path, existsSync(file) ? readFileSync(file).toString("hex") : null];
    }),
  );
}

function commitMore({ place }: Machine): void {
  for (const name of ["gone.js", "kept.js"]) writeFileSync(join(place.project, name), `${name}\n`);
  git(place.project, "add", ".");
  git(place.project, "commit", "-qm", "second");
}

function pullFrom(one: Machine, other: Machine): void {
  git(other.place.project, "pull", "-q", one.place.project, "HEAD");
}

test("the files of a session come along with --files, and undo takes them back", () =>
  withTwoMachines(async (laptop, tower) => {
    commitMore(laptop);
    pullFrom(laptop, tower);
    await workOnFiles(laptop);
    const { file, ...contents } = await exported(laptop, { plain: true, files: true });
    expect(contents).toMatchObject({ sessions: 1, snapshots: 1 });
    const taken = await imported(tower, file, {});
    expect(taken).toMatchObject({ snapshots: 1, warnings: [] });
    const before = read(tower);
    const target = taken.files[0]?.snapshot ?? "";
    const plan = await restore.call(tower.ctx, { target });
    expect(plan).toMatchObject({
      applied: false,
      counts: { created: 1, changed: 1, deleted: 1, conflicts: 0 },
    });
    expect(read(tower)).toEqual(before);
    expect(await restore.call(tower.ctx, { target, yes: true })).toMatchObject({ applied: true, ok: true });
    expect(read(tower)).toEqual(read(laptop));
    expect(read(tower)).not.toEqual(before);
    await undo.call(tower.ctx, {});
    expect(read(tower)).toEqual(before);
  }));

test("a clone that is older than the work there takes all of it, and keeps what was not committed", () =>
  withTwoMachines(async (laptop, tower) => {
    commitMore(laptop);
    pullFrom(laptop, tower);
    writeFileSync(join(tower.place.project, "own.js"), "not committed\n");
    for (const { place } of [laptop, tower]) place.clock.now = Date.now() + 60_000;
    await workOnFiles(laptop);
    const { file } = await exported(laptop, { plain: true, files: true });
    const taken = await imported(tower, file, {});
    const target = taken.files[0]?.snapshot ?? "";
    const restored = await restore.call(tower.ctx, { target, yes: true });
    expect(restored).toMatchObject({ ok: true, counts: { created: 1, changed: 1, deleted: 1 } });
    expect(read(tower)).toEqual(read(laptop));
    expect(readFileSync(join(tower.place.project, "own.js"), "utf8")).toBe("not committed\n");
  }));

test("what was changed on the other machine is kept when the files of a session come", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await moveFiles(laptop, tower);
    writeFileSync(join(tower.place.project, "a.js"), "mine\n");
    writeFileSync(join(tower.place.project, "own.js"), "mine too\n");
    const done = await restore.call(tower.ctx, { target, yes: true });
    expect(done.conflicts.map(({ path }) => path)).toEqual(["a.js", "own.js"]);
    expect(read(tower)).toEqual({ ...read(laptop), "a.js": Buffer.from("mine\n").toString("hex") });
    expect(readFileSync(join(tower.place.project, "own.js"), "utf8")).toBe("mine too\n");
  }));

test("the files of a session are found by its checkpoints, and earlier turns say that they did not come", () =>
  withTwoMachines(async (laptop, tower) => {
    const snapshot = await moveFiles(laptop, tower);
    const { checkpoints } = await list.call(tower.ctx, {});
    const found = await restore.call(tower.ctx, { target: checkpoints[0]?.id ?? "" });
    expect(found).toMatchObject({ snapshot, target: "the files from laptop" });
    await expect(restore.call(tower.ctx, { target: "1" })).rejects.toMatchObject({
      code: "not_found",
      next: expect.stringContaining(snapshot),
    });
  }));

test("importing files twice changes nothing, and they go on to a third machine or back", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await moveFiles(laptop, tower);
    const { file } = await exported(laptop, {
      plain: true,
      files: true,
      output: join(laptop.place.root, "two"),
    });
    expect(await imported(tower, file, {})).toMatchObject({ snapshots: 0, files: [{ snapshot: target }] });
    const back = await exported(tower, { plain: true, files: true });
    expect(back.snapshots).toBe(1);
    expect(await imported(laptop, back.file, {})).toMatchObject({ snapshots: 0, warnings: [] });
    expect(leftOvers(laptop)).toEqual([]);
    expect(leftOvers(tower)).toEqual([]);
  }));

test("files whose commit is missing stay out, and the import names it", () =>
  withTwoMachines(async (laptop, tower) => {
    commitMore(laptop);
    await workOnFiles(laptop);
    const { file } = await exported(laptop, { plain: true, files: true });
    const commit = git(laptop.place.project, "rev-parse", "--short=12", "HEAD").trim();
    const taken = await imported(tower, file, {});
    expect(taken).toMatchObject({ snapshots: 0, files: [] });
    expect(taken.sessions).toMatchObject([{ state: "new" }]);
    expect(taken.warnings).toEqual([
      `The files of session 6f1c2b1e need commit ${commit}, which is missing here: fetch it and import again.`,
    ]);
    pullFrom(laptop, tower);
    expect(await imported(tower, file, {})).toMatchObject({ snapshots: 1, warnings: [] });
  }));

test("a bundle contains only what the commit does not", () =>
  withTwoMachines(async (laptop) => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251));
    writeFileSync(
      join(laptop.place.project, "large.bin"),
      large.map((byte, at) => byte ^ (at >> 8)),
    );
    commitMore(laptop);
    await workOnFiles(laptop);
    const { file } = await exported(laptop, { plain: true, files: true });
    const objects = new Set<string>();
    forge(file, (line) => {
      const read = JSON.parse(line) as { type: string; part?: string };
      if (read.type === "pack") for (const id of objectsIn(laptop, read.part ?? "")) objects.add(id);
      return line;
    });
    const blob = (path: string) => git(laptop.place.project, "hash-object", path).trim();
    expect(objects).toContain(blob("a.js"));
    expect(objects).toContain(blob("new/deep/data.bin"));
    expect(objects).not.toContain(blob("large.bin"));
    expect(objects).not.toContain(blob("kept.js"));
  }));

test.each([
  ["a damaged pack", { type: "pack", part: Buffer.from("PACK nothing").toString("base64") }],
  ["a pack that is cut off", { type: "pack", part: "UEFDSw==" }],
])("%s is refused, and nothing is imported", (_name, pack) =>
  withTwoMachines(async (laptop, tower) => {
    await workOnFiles(laptop);
    const { file } = await exported(laptop, { plain: true, files: true });
    forge(file, (line) => (line.startsWith('{"type":"pack"') ? JSON.stringify(pack) : line));
    await expect(imported(tower, file, {})).rejects.toMatchObject({ code: "state_corrupt" });
    expect(await tower.ctx.store.listSessions({ limit: 10 })).toEqual([]);
    expect(leftOvers(tower)).toEqual([]);
  }),
);

test.each([
  "../evil.js",
  "/etc/evil",
  ".git/hooks/pre-commit",
  "a/.GIT/config",
  "a/../../evil",
  "GIT~1/config",
])("a bundle with the directory %s is refused, and nothing is imported", (directory) =>
  withTwoMachines(async (laptop, tower) => {
    await workOnFiles(laptop);
    const { file } = await exported(laptop, { plain: true, files: true });
    forge(file, (line) => line.replace('"directories":[]', `"directories":[${JSON.stringify(directory)}]`));
    await expect(imported(tower, file, {})).rejects.toMatchObject({ code: "state_corrupt" });
    expect(await tower.ctx.store.listSessions({ limit: 10 })).toEqual([]);
  }),
);

test.each(["..", ".", ".git", ".Git", "git~1", "a/b"])(
  "a bundle whose tree has the name %s is refused, and nothing is imported",
  (name) =>
    withTwoMachines(async (laptop, tower) => {
      await workOnFiles(laptop);
      const { file } = await exported(laptop, { plain: true, files: true });
      const evil = packOf(laptop, name);
      forge(file, (line) => {
        if (line.startsWith('{"type":"pack"')) return JSON.stringify({ type: "pack", part: evil.pack });
        return line.startsWith('{"type":"files"')
          ? line.replace(/"tree":"\w+"/, `"tree":"${evil.tree}"`)
          : line;
      });
      await expect(imported(tower, file, {})).rejects.toMatchObject({ code: "state_corrupt" });
      expect(await tower.ctx.store.listSessions({ limit: 10 })).toEqual([]);
    }),
);

test("files do not come through a linked directory that waits for them", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await moveFiles(laptop, tower);
    const outside = join(tower.place.root, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(tower.place.project, "new"));
    await restore.call(tower.ctx, { target, yes: true });
    expect(readdirSync(outside)).toEqual([]);
  }));

async function moveFiles(from: Machine, to: Machine): Promise<string> {
  commitMore(from);
  pullFrom(from, to);
  await workOnFiles(from);
  const { file } = await exported(from, { plain: true, files: true });
  return (await imported(to, file, {})).files[0]?.snapshot ?? "";
}

/** What transfers left in the directory of the snapshots. */
function leftOvers({ ctx }: Machine): string[] {
  return readdirSync(ctx.paths.snapshots).filter((name) => name.startsWith("transfer-"));
}

function objectsIn({ place }: Machine, part: string): string[] {
  const pack = join(place.root, "read.pack");
  writeFileSync(pack, Buffer.from(part, "base64"));
  git(place.root, "index-pack", pack);
  return git(place.root, "verify-pack", "-v", pack)
    .split("\n")
    .flatMap((line) => /^([0-9a-f]{40}) (?:blob|tree)/.exec(line)?.[1] ?? []);
}

/** A tree that git itself would not write. */
function packOf({ place }: Machine, name: string): { tree: string; pack: string } {
  const cwd = place.project;
  const run = (args: string[], input: string | Buffer) => execFileSync("git", args, { cwd, input });
  const blob = run(["hash-object", "-w", "--stdin"], "evil\n").toString().trim();
  const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, "hex")]);
  const tree = run(["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], entry).toString().trim();
  return { tree, pack: run(["pack-objects", "--stdout", "-q"], `${tree}\n${blob}\n`).toString("base64") };
}
