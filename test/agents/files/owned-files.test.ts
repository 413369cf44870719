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
import { beforeEach, describe, expect, test } from "vitest";
import { installFiles, type OwnedFiles, uninstallFiles } from "../../../src/agents/files/owned-files.ts";
import type { ConnectChange } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let root: string;
beforeEach(() => {
  home = temporaryDirectory("owned");
  root = join(home, "client");
});

const filesIn = (directory: string) => readdirSync(directory, { recursive: true }).map(String).toSorted();
const read = (path: string) => readFileSync(join(root, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const actions = (changes: readonly ConnectChange[]) =>
  Object.fromEntries(changes.map(({ path, action }) => [path.slice(root.length + 1), action]));
const shared = (files: Record<string, string>): OwnedFiles => ({ ...own(files), isShared: true });
const own = (files: Record<string, string>): OwnedFiles => ({ root, files: new Map(Object.entries(files)) });

describe("links", () => {
  let real: string;
  beforeEach(() => {
    real = join(home, "dotfiles");
    mkdirSync(join(real, "skills"), { recursive: true });
  });

  test.each([
    ["ours", own],
    ["the client's", shared],
  ])("a linked directory in which nothing of ours is stays as it is, although it is %s", async (_, owned) => {
    symlinkSync(real, root);
    expect(await uninstallFiles(owned({ "skills/a.md": "a" }))).toEqual([]);
    expect(filesIn(real)).toEqual(["skills"]);
  });

  test("the client's directory may be a link of the user's, and stays one", async () => {
    symlinkSync(real, root);
    const owned = shared({ "skills/a.md": "a", "plugins/b.js": "b" });
    await installFiles(owned);
    expect(readFileSync(join(real, "plugins", "b.js"), "utf8")).toBe("b");
    expect((await installFiles(owned)).every(({ action }) => action === "unchanged")).toBe(true);
    await uninstallFiles(owned);
    expect(filesIn(real)).toEqual(["skills"]);
    expect(existsSync(root)).toBe(true);
  });

  test("a link below the client's directory is refused", async () => {
    const owned = shared({ "plugins/b.js": "b" });
    await installFiles(shared({ "a.js": "a" }));
    symlinkSync(real, join(root, "plugins"));
    await expect(installFiles(owned)).rejects.toThrow("plugins is a symbolic link");
    expect(filesIn(real)).toEqual(["skills"]);
  });

  test("a link in place of our own directory is refused while our files are in it", async () => {
    const owned = own({ "a.js": "a" });
    symlinkSync(real, root);
    await expect(installFiles(owned)).rejects.toThrow("client is a symbolic link");
    await expect(installFiles({ ...owned, root: real })).resolves.toHaveLength(2);
    await expect(uninstallFiles(owned)).rejects.toThrow("client is a symbolic link");
    expect(filesIn(real)).toContain("a.js");
  });
});

describe("files of the user's", () => {
  test.each([
    ["our own", own],
    ["the client's", shared],
  ])("a file at a path that a new version adds is not overwritten in %s directory", async (_, owned) => {
    await installFiles(owned({ "a.js": "a" }));
    write("b.json", "mine");
    const next = owned({ "a.js": "a2", "b.json": "b" });
    await expect(installFiles(next)).rejects.toThrow("b.json was not written by Holdfast");
    expect([read("a.js"), read("b.json")]).toEqual(["a", "mine"]);
  });

  test("a file of ours in the client's directory stays if the user changed it, and is reported", async () => {
    mkdirSync(root);
    const owned = shared({ "a.js": "a", "b.json": "b" });
    await installFiles(owned);
    write("b.json", "mine");
    const removed = await uninstallFiles(owned);
    expect(actions(removed)).toEqual({ "a.js": "removed", "b.json": "kept", ".holdfast.json": "removed" });
    expect(filesIn(root)).toEqual(["b.json"]);
  });

  test("the same if a new version no longer has the file", async () => {
    await installFiles(shared({ "a.js": "a", "b.json": "b", "c.md": "c" }));
    write("b.json", "mine");
    const changes = actions(await installFiles(shared({ "a.js": "a" })));
    expect(changes).toMatchObject({ "b.json": "kept", "c.md": "removed", "a.js": "unchanged" });
    expect(read("b.json")).toBe("mine");
  });

  test("older files of ours are replaced, and removed by a version with other content", async () => {
    await installFiles(shared({ "a.js": "a" }));
    const updated = actions(await installFiles(shared({ "a.js": "a2" })));
    expect(updated).toEqual({ ".holdfast.json": "updated", "a.js": "updated" });
    await uninstallFiles(shared({ "a.js": "a3" }));
    expect(existsSync(root)).toBe(false);
  });

  test("an upgrade that was interrupted leaves only files that are known to be ours", async () => {
    await installFiles(shared({ "a.js": "a", "b.js": "b" }));
    const next = shared({ "a.js": "a2", "b.js": "b2" });
    // A directory in place of the temporary file makes the second write fail.
    mkdirSync(join(root, ".b.js.holdfast-tmp", "x"), { recursive: true });
    await expect(installFiles(next)).rejects.toThrow();
    expect([read("a.js"), read("b.js")]).toEqual(["a2", "b"]);
    rmSync(join(root, ".b.js.holdfast-tmp"), { recursive: true });
    await uninstallFiles(next);
    expect(existsSync(root)).toBe(false);
  });
});
