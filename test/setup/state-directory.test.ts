import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeStateDirectory, removeUnusedState } from "../../src/setup/state-directory.ts";

let home: string;
let state: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "holdfast-state-"));
  state = join(home, ".local", "state", "holdfast");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("an unused state directory is removed with the parents created for it, and nothing else", () => {
  mkdirSync(join(home, ".local"));
  writeFileSync(join(makeStateDirectory(state), "main.cjs"), "compiled");
  expect(statSync(state).mode & 0o777).toBe(0o700);
  makeStateDirectory(state);
  removeUnusedState(state);
  expect(readdirSync(join(home, ".local"))).toEqual([]);
});

test("it stays if it is not empty, existed before, or has other entries above it", () => {
  makeStateDirectory(state);
  writeFileSync(join(state, "holdfast.db"), "");
  removeUnusedState(state);
  expect(existsSync(join(state, "holdfast.db"))).toBe(true);

  const before = join(home, "before");
  mkdirSync(before);
  makeStateDirectory(before);
  removeUnusedState(before);
  expect(existsSync(before)).toBe(true);

  rmSync(join(state, "holdfast.db"));
  mkdirSync(join(home, ".local", "state", "another"));
  removeUnusedState(state);
  expect(readdirSync(join(home, ".local", "state"))).toEqual(["another"]);
});
