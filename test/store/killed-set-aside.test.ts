import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { listSetAside } from "../../src/files/set-aside.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const DAMAGED = { "": "too short", "-wal": "its log", "-shm": "its index" };

/** Kills the program right after it has renamed the given number of damaged files. */
const KILL = `
const fs = require("node:fs");
const { renameSync } = fs;
let left = Number(process.env.RENAMES);
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (to.includes(".damaged-") && --left === 0) process.kill(process.pid, "SIGKILL");
};
`;

test.each([1, 2, 3])(
  "R-P8: a program that is killed after renaming %i of three damaged files leaves the rest to the next one",
  (renames) => {
    const root = mkdtempSync(join(tmpdir(), "holdfast-killed-"));
    try {
      const state = join(root, "state");
      const database = join(state, "holdfast.db");
      const env = { PATH: process.env["PATH"], HOME: root, HOLDFAST_HOME: state, HOLDFAST_NO_DAEMON: "1" };
      const run = (words: string[], more: { options?: string[]; env?: object } = {}) =>
        spawnSync(process.execPath, [...(more.options ?? []), MAIN, ...words], {
          cwd: root,
          env: { ...env, ...more.env },
          encoding: "utf8",
        });
      shareCodeCache(state);
      const { id } = JSON.parse(run(["save", "--json"]).stdout);
      copyFileSync(database, `${database}.before-v9`);
      for (const [ending, text] of Object.entries(DAMAGED)) writeFileSync(database + ending, text);
      writeFileSync(join(root, "kill.cjs"), KILL);
      const options = ["--require", join(root, "kill.cjs")];
      expect(run(["list"], { options, env: { RENAMES: String(renames) } }).signal).toBe("SIGKILL");
      const { checkpoints } = JSON.parse(run(["list", "--json"]).stdout);
      expect(checkpoints).toMatchObject([{ id }]);
      const kept = readdirSync(state).filter((name) => name.includes(".damaged-") && !name.endsWith(".txt"));
      const texts = kept.map((name) => readFileSync(join(state, name), "utf8"));
      expect(texts.toSorted()).toEqual(Object.values(DAMAGED).toSorted());
      // The next program still finds the damaged file in its place, unless all three had been renamed.
      const notes = listSetAside(database).map(({ note }) => note);
      if (renames < 3) expect(notes).toContainEqual(expect.stringContaining("was truncated (9 bytes)"));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
  60_000,
);
