import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { installFiles, type OwnedFiles, uninstallFiles } from "../../../src/agents/files/owned-files.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let root: string;
beforeEach(() => {
  home = temporaryDirectory("owned");
  root = join(home, "client");
});

const filesIn = (directory: string) => readdirSync(directory, { recursive: true }).map(String).toSorted();
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
