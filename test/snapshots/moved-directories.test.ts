import { cpSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const OUTSIDE = "changed outside of a turn";
const WORK = "a person's work\n";

/** A person edits one of two files with the same name after the first turn, and writes a new one. */
async function withSameNames(work: (place: SnapshotPlace) => Promise<void>): Promise<void> {
  await withSnapshots(async (place) => {
    const { put, at } = place;
    put("a.txt", "a\n");
    put("src/x/index.ts", "import 'src/y'\n");
    put("src/y/index.ts", "import 'src/x'\n");
    await at("prompt", 1);
    put("a.txt", "by the agent\n");
    await at("turn_end", 1);
    put("src/x/index.ts", `import 'src/y'\n${WORK}`);
    put("src/p.ts", WORK);
    await at("prompt", 2);
    await work(place);
  });
}

/** As an agent adapts what it moved or copied. */
function adapt({ project, put }: SnapshotPlace, ...paths: string[]): void {
  for (const path of paths) {
    const text = readFileSync(join(project, path), "utf8");
    put(path, text.replaceAll("src/", "lib/"));
  }
}

const INDEXES = ["lib/x/index.ts", "lib/y/index.ts"];

const MOVED = {
  "renamed and adapted in one call": async (place: SnapshotPlace) => {
    renameSync(join(place.project, "src"), join(place.project, "lib"));
    adapt(place, ...INDEXES);
    await place.at("turn_end", 2);
  },
  "copied and adapted in one turn and deleted in a later one": async (place: SnapshotPlace) => {
    cpSync(join(place.project, "src"), join(place.project, "lib"), { recursive: true });
    adapt(place, ...INDEXES);
    await place.at("turn_end", 2);
    await place.at("prompt", 3);
    place.put("src", null);
    await place.at("turn_end", 3);
  },
  "deleted and then written elsewhere": async (place: SnapshotPlace) => {
    place.put("src", null);
    await place.at("during_turn", 2);
    place.put("lib/p.ts", WORK);
    place.put("lib/x/index.ts", `import 'lib/y'\n${WORK}`);
    place.put("lib/y/index.ts", "import 'lib/x'\n");
    await place.at("turn_end", 2);
  },
} satisfies Record<string, (place: SnapshotPlace) => Promise<void>>;

test.each(Object.entries(MOVED))(
  "what a person wrote in one of several files of a name is kept in a directory that was %s",
  (_, move) =>
    withSameNames(async (place) => {
      await move(place);
      const { conflicts, untouched } = await place.restore("1");
      expect(conflicts).toEqual([
        { path: "src/x/index.ts", reason: `${OUTSIDE}; perhaps now lib/x/index.ts`, isNew: false },
        { path: "lib/x/index.ts", reason: `it may be what src/x/index.ts was, ${OUTSIDE}`, isNew: true },
        { path: "lib/p.ts", reason: `it is what src/p.ts was, ${OUTSIDE}`, isNew: true },
      ]);
      expect(untouched).toEqual([]);
      expect(readFileSync(join(place.project, "lib/x/index.ts"), "utf8")).toBe(`import 'lib/y'\n${WORK}`);
      expect(existsSync(join(place.project, "lib/y"))).toBe(false);
      expect(readFileSync(join(place.project, "src/y/index.ts"), "utf8")).toBe("import 'src/x'\n");
    }),
);

test("an adapted copy is followed to another name before the original is deleted", () =>
  withSameNames(async ({ project, put, at, restore }) => {
    put("lib/x/index.ts", `import 'lib/y'\n${WORK}`);
    await at("during_turn", 2);
    renameSync(join(project, "lib/x/index.ts"), join(project, "lib/all.ts"));
    await at("during_turn", 2);
    put("src/x", null);
    await at("turn_end", 2);
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "src/p.ts" },
      { path: "src/x/index.ts", reason: `${OUTSIDE}; perhaps now lib/all.ts` },
      { path: "lib/all.ts" },
    ]);
  }));

test("what a person wrote and the session edited is kept under a later name, and the plan says what it was", () =>
  withSameNames(async ({ project, put, at, restore }) => {
    put("src/p.ts", `${WORK}by the agent\n`);
    await at("turn_end", 2);
    await at("prompt", 3);
    renameSync(join(project, "src/p.ts"), join(project, "src/q.ts"));
    await at("turn_end", 3);
    const { conflicts, untouched } = await restore("1");
    const kept = [...conflicts, ...untouched].filter(({ path }) => path !== "src/x/index.ts");
    expect(kept).toMatchObject([{ path: "src/q.ts", reason: `it is what src/p.ts was, ${OUTSIDE}` }]);
    expect(readFileSync(join(project, "src/q.ts"), "utf8")).toBe(`${WORK}by the agent\n`);
  }));

test("a backup of what the session had edited of a person's file is kept when the file is written anew", () =>
  withSameNames(async ({ project, put, at, restore }) => {
    put("src/p.ts", `${WORK}by the agent\n`);
    await at("during_turn", 2);
    put("src/p.bak", `${WORK}by the agent\n`);
    put("src/p.ts", "written anew\n");
    await at("turn_end", 2);
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "src/p.ts", reason: `${OUTSIDE}; now src/p.bak` },
      { path: "src/x/index.ts", reason: OUTSIDE },
      { path: "src/p.bak", reason: `it is what src/p.ts was, ${OUTSIDE}` },
    ]);
    expect(readFileSync(join(project, "src/p.bak"), "utf8")).toBe(`${WORK}by the agent\n`);
  }));

test("what a person wrote is kept where it was moved and edited, also if something else is in its place", () =>
  withSameNames(async ({ project, put, at, restore }) => {
    renameSync(join(project, "src/x/index.ts"), join(project, "src/all.ts"));
    await at("during_turn", 2);
    put("src/all.ts", `import 'lib/y'\n${WORK}`);
    put("src/x/index.ts", "export * from '../all'\n");
    await at("turn_end", 2);
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "src/p.ts" },
      { path: "src/x/index.ts", reason: `${OUTSIDE}; now src/all.ts` },
      { path: "src/all.ts", reason: `it is what src/x/index.ts was, ${OUTSIDE}` },
    ]);
  }));

test("files with the same content are distinguished by where they were", () =>
  withSnapshots(async ({ project, put, at, restore }) => {
    await at("prompt", 1);
    put("a.txt", "a\n");
    await at("turn_end", 1);
    for (const name of ["x", "y", "z"]) put(`src/${name}/mod.rs`, WORK);
    await at("prompt", 2);
    renameSync(join(project, "src"), join(project, "lib"));
    await at("turn_end", 2);
    const { conflicts, untouched } = await restore("1");
    expect(untouched).toEqual([]);
    expect(conflicts.map(({ path, reason }) => [path, reason])).toEqual(
      ["x", "y", "z"]
        .map((name) => [`lib/${name}/mod.rs`, `it is what src/${name}/mod.rs was, ${OUTSIDE}`])
        .reverse(),
    );
  }));

test("an empty file of a person is kept where it was moved, and named where it was deleted", () =>
  withSnapshots(async ({ project, put, at, restore }) => {
    put("made/__init__.py", "");
    await at("prompt", 1);
    put("a.txt", "a\n");
    await at("turn_end", 1);
    for (const name of ["__init__.py", "py.typed"]) put(`pkg/${name}`, "");
    await at("prompt", 2);
    renameSync(join(project, "pkg"), join(project, "lib"));
    put("lib/py.typed", null);
    put("lib/other", "");
    await at("turn_end", 2);
    const { conflicts, untouched } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "lib/__init__.py", reason: `it may be what pkg/__init__.py was, ${OUTSIDE}` },
    ]);
    expect(untouched).toEqual([{ path: "pkg/py.typed", reason: `${OUTSIDE}; deleted in turn 2` }]);
    expect(existsSync(join(project, "lib/__init__.py"))).toBe(true);
    expect(existsSync(join(project, "lib/other"))).toBe(false);
  }));

test("what a person wrote is still followed after a restore of where it is now, and its undo", () =>
  withSameNames(async ({ project, put, at, restore, undo }) => {
    renameSync(join(project, "src/p.ts"), join(project, "p.ts"));
    await at("turn_end", 2);
    await at("prompt", 3);
    put("p.ts", `${WORK}by the agent\n`);
    await at("turn_end", 3);
    await restore("2", { paths: ["p.ts"] });
    expect(existsSync(join(project, "p.ts"))).toBe(false);
    await undo();
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "src/x/index.ts", reason: OUTSIDE },
      { path: "p.ts", reason: `it is what src/p.ts was, ${OUTSIDE}` },
    ]);
    expect(readFileSync(join(project, "p.ts"), "utf8")).toBe(`${WORK}by the agent\n`);
  }));
