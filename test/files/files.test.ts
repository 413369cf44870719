import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { homeDirectory } from "../../src/files/home-directory.ts";
import { makeDirectory } from "../../src/files/make-directory.ts";
import { appendToOwnFile, ensureOwnFile, readOwnFile, writeOwnFile } from "../../src/files/own-file.ts";
import { ensurePrivateDirectory } from "../../src/files/private-directory.ts";
import { replaceFile } from "../../src/files/replace-file.ts";
import { bundle } from "../support/bundle.ts";

const SRC = resolve(import.meta.dirname, "../../src/files");
const NOBODY = 65_534;
let root: string;
let file: string;
let victim: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-files-"));
  file = join(root, "file");
  victim = join(root, "victim");
  writeFileSync(victim, "precious");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a file of ours", () => {
  test("is complete, private and without leftovers, whatever the umask", () => {
    const before = process.umask(0);
    try {
      writeOwnFile(file, "one", { durable: true });
      writeOwnFile(file, "two");
    } finally {
      process.umask(before);
    }
    expect(readOwnFile(file)).toBe("two");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(root).sort()).toEqual(["file", "victim"]);
  });

  test("SEC-S19: a planted link is replaced when it is written, and never read, appended to or made private through", () => {
    symlinkSync(victim, file);
    expect(readOwnFile(file)).toBeUndefined();
    expect(() => appendToOwnFile(file, "more")).toThrow();
    expect(() => ensureOwnFile(file)).toThrow();
    writeOwnFile(file, "ours");
    expect(lstatSync(file).isSymbolicLink()).toBe(false);
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(statSync(victim).mode & 0o777).toBe(0o644);
  });

  test("a FIFO does not block, and a directory is not read", () => {
    execFileSync("mkfifo", [file]);
    expect(readOwnFile(file)).toBeUndefined();
    expect(() => appendToOwnFile(file, "more")).toThrow();
    expect(readOwnFile(root)).toBeUndefined();
  });

  test("one that is larger than asked for is not read", () => {
    writeOwnFile(file, "x".repeat(65 * 1024));
    expect(readOwnFile(file)).toBeUndefined();
    expect(readOwnFile(file, 66 * 1024)).toHaveLength(65 * 1024);
  });

  test.runIf(process.getuid?.() === 0)("another user's is not read", () => {
    writeOwnFile(file, "theirs");
    chownSync(file, NOBODY, NOBODY);
    expect(readOwnFile(file)).toBeUndefined();
  });

  test("a write that fails leaves the old file and no half of the new one", () => {
    mkdirSync(file);
    expect(() => writeOwnFile(file, "text")).toThrow();
    expect(readdirSync(root).sort()).toEqual(["file", "victim"]);
  });
});

test("SEC-S19: a link that was planted where a file is written first is not followed", () => {
  const temporary = join(root, "half");
  symlinkSync(victim, temporary);
  replaceFile(file, "text", { temporary });
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(readFileSync(file, "utf8")).toBe("text");
});

describe("a directory", () => {
  test("is created with its missing parents, and the topmost new one is returned", () => {
    expect(makeDirectory(join(root, "a/b/c"), 0o700)).toBe(join(root, "a"));
    expect(statSync(join(root, "a/b")).mode & 0o777).toBe(0o700);
    expect(makeDirectory(join(root, "a/b/c"))).toBeUndefined();
    expect(() => makeDirectory(join(victim, "x"))).toThrow();
  });

  test("a directory that the system denies fails immediately, not in an endless loop", () => {
    expect(() => makeDirectory("/proc/nowhere/at/all")).toThrow("ENOENT");
    expect(() => ensurePrivateDirectory("/proc/nowhere")).toThrow("cannot be created (ENOENT)");
  });

  test("SEC-S17: is narrowed to its user; a link is refused but in place of the state directory", () => {
    const open = join(root, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    ensurePrivateDirectory(open);
    expect(statSync(open).mode & 0o777).toBe(0o700);
    symlinkSync(open, join(root, "link"));
    expect(() => ensurePrivateDirectory(join(root, "link"))).toThrow("is a symbolic link");
    ensurePrivateDirectory(join(root, "link"), { mayBeLink: true });
  });

  test.runIf(process.getuid?.() === 0)("SEC-S17: another user's, or another user's link, is refused", () => {
    const theirs = join(root, "theirs");
    mkdirSync(theirs);
    chownSync(theirs, NOBODY, NOBODY);
    expect(() => ensurePrivateDirectory(theirs)).toThrow("belongs to another user");
    mkdirSync(join(root, "ours"));
    symlinkSync(join(root, "ours"), join(root, "link"));
    lchownSync(join(root, "link"), NOBODY, NOBODY);
    expect(() => ensurePrivateDirectory(join(root, "link"), { mayBeLink: true })).toThrow(
      "belongs to another user",
    );
  });

  test.runIf(process.getuid?.() === 0)("SEC-S17: the same holds for an ordinary user", async () => {
    chmodSync(root, 0o755);
    const outfile = join(root, "check.cjs");
    const code = `import { ensurePrivateDirectory } from ${JSON.stringify(join(SRC, "private-directory.ts"))};
      try { ensurePrivateDirectory(process.argv[2], { mayBeLink: true }); console.log("made"); }
      catch (error) { console.log(error.message); }`;
    await bundle({ stdin: { contents: code, resolveDir: SRC } }, outfile);
    const asNobody = (path: string) =>
      spawnSync(process.execPath, [outfile, path], { uid: NOBODY, gid: NOBODY, encoding: "utf8" }).stdout;
    mkdirSync(join(root, "own"));
    chownSync(join(root, "own"), NOBODY, NOBODY);
    expect(asNobody(join(root, "own/state"))).toBe("made\n");
    mkdirSync(join(root, "shared"));
    chmodSync(join(root, "shared"), 0o777);
    expect(asNobody(join(root, "shared"))).toContain("belongs to another user");
    symlinkSync(join(root, "own"), join(root, "link"));
    expect(asNobody(join(root, "link"))).toContain("belongs to another user");
    expect(asNobody(join(root, "new"))).toContain("cannot be created: permission denied");
    expect(existsSync(join(root, "new"))).toBe(false);
  });
});

describe("the home directory", () => {
  test.each([
    ["empty", { HOME: "" }],
    ["missing", {}],
    ["relative", { HOME: "here" }],
  ])("is the user database's when HOME is %s", (_, env) => {
    expect(homeDirectory(env)).toBe(userInfo().homedir);
  });

  test("is what HOME says, as everywhere else", () => {
    expect(homeDirectory(process.env)).toBe(homedir());
  });
});
