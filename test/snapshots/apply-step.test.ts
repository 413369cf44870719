import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyStep } from "../../src/snapshots/restore/apply-step.ts";

let worktree: string;
beforeEach(() => {
  worktree = mkdtempSync(join(tmpdir(), "holdfast-step-"));
});
afterEach(() => rmSync(worktree, { recursive: true, force: true }));

/** A file is to come back, where nothing but a directory is. */
async function bringBack() {
  const store = {
    identify: () => Promise.resolve(null),
    writeBlob: (_blob: string, fd: number) => Promise.resolve(void writeSync(fd, "content\n")),
  };
  const step = { path: "zz", before: null, after: { mode: "100644", blob: "0".repeat(40) } };
  return await applyStep(store, step, { worktree, temporary: ".zz.new", closed: new Set(), keep: new Set() });
}

test("a file takes the place of directories without a file", async () => {
  mkdirSync(join(worktree, "zz/inner/empty"), { recursive: true });
  expect(await bringBack()).toEqual({ type: "made" });
  expect(readFileSync(join(worktree, "zz"), "utf8")).toBe("content\n");
});

test.each([
  ["a repository", ".git/objects", ".git/refs"],
  ["a file beside empty directories", "a/empty", "z/file.txt"],
])("nothing of %s in the way is removed", async (_, ...paths) => {
  for (const path of paths) {
    mkdirSync(join(worktree, "zz", path, ".."), { recursive: true });
    if (path.endsWith(".txt")) writeFileSync(join(worktree, "zz", path), "the person's\n");
    else mkdirSync(join(worktree, "zz", path));
  }
  const before = readdirSync(join(worktree, "zz"), { recursive: true, encoding: "utf8" }).toSorted();
  expect(await bringBack()).toMatchObject({ type: "failed" });
  expect(readdirSync(join(worktree, "zz"), { recursive: true, encoding: "utf8" }).toSorted()).toEqual(before);
  expect(readdirSync(worktree)).toEqual(["zz"]);
});

test.each([
  ["deleted", null],
  ["replaced", { mode: "100644", blob: "1".repeat(40) }],
])("what is written while a file that is to be %s is compared is kept", async (_, after) => {
  const file = join(worktree, "file");
  const before = { mode: "100644", blob: "0".repeat(40) };
  const saves = {
    "in place": () => writeFileSync(file, "newer and longer\n"),
    "as a new file": () => {
      writeFileSync(`${file}~`, "newer and longer\n");
      renameSync(`${file}~`, file);
    },
  };
  for (const save of Object.values(saves)) {
    writeFileSync(file, "older\n");
    const store = {
      identify: () => {
        save();
        return Promise.resolve(before);
      },
      writeBlob: (_blob: string, fd: number) => Promise.resolve(void writeSync(fd, "restored\n")),
    };
    const step = { path: "file", before, after };
    const applying = { worktree, temporary: ".file.new", closed: new Set<string>(), keep: new Set<string>() };
    expect(await applyStep(store, step, applying)).toMatchObject({ type: "kept" });
    expect(readFileSync(file, "utf8")).toBe("newer and longer\n");
    expect(readdirSync(worktree)).toEqual(["file"]);
  }
});

test.each([
  ["a file is to be deleted", null],
  ["a file is to come back", { mode: "100644", blob: "1".repeat(40) }],
])(
  "nothing outside of the worktree changes if a link takes the place of a directory while %s",
  async (_, after) => {
    const [inner, outside] = ["worktree", "outside"].map((name) => join(worktree, name));
    for (const directory of [join(inner ?? "", "dir"), outside ?? ""]) {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "file"), "content\n");
    }
    const before = { mode: "100644", blob: "0".repeat(40) };
    const swap = () => {
      renameSync(join(inner ?? "", "dir"), join(inner ?? "", "moved"));
      symlinkSync(outside ?? "", join(inner ?? "", "dir"));
    };
    let looks = after === null ? 1 : 2;
    const store = {
      identify: () => {
        if (--looks === 0) swap();
        return Promise.resolve(before);
      },
      writeBlob: (_blob: string, fd: number) => Promise.resolve(void writeSync(fd, "earlier\n")),
    };
    const step = { path: "dir/file", before, after };
    await applyStep(store, step, {
      worktree: inner ?? "",
      temporary: ".file.new",
      closed: new Set(),
      keep: new Set(),
    });
    expect(looks).toBe(0);
    expect(readdirSync(outside ?? "")).toEqual(["file"]);
    expect(readFileSync(join(outside ?? "", "file"), "utf8")).toBe("content\n");
    const left = readdirSync(join(inner ?? "", "moved")).filter((name) => name !== "file");
    // Where a directory has no other address than its path, the temporary file moved with it.
    expect(left).toEqual(process.platform === "linux" ? [] : expect.any(Array));
  },
);
