import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runCommand } from "../support/run-cli.ts";
import { runGitIn, withSnapshots } from "../support/snapshot-place.ts";

const env = { PATH: process.env["PATH"] };

test("below a project whose repository was deleted, commands name the directory in which turns were captured", () =>
  withSnapshots(async ({ project, open, put, at }) => {
    put("src/b.txt", "0\n");
    await at("prompt");
    put("src/b.txt", null);
    rmSync(join(project, ".git"), { recursive: true });
    await at("turn_end");
    const cwd = join(project, "src");
    mkdirSync(cwd, { recursive: true });
    const openHere = () => open({ cwd }, { env });
    const note = `Turns were captured in ${project}: run the command there.`;
    const below = await openHere();
    await expect(restore.call(below, { target: "1" })).rejects.toMatchObject({
      message: `No turn was captured here. ${note}`,
    });
    expect(await changes.call(below, {})).toMatchObject({ turns: [], note });
    expect((await runCommand({ open: openHere }, ["changes"])).out).toContain(note);
    const there = await open({ cwd: project }, { env });
    expect(await changes.call(there, {})).toMatchObject({ note: null, turns: [{ turn: 1 }] });
    expect(await restore.call(there, { target: "1" })).toMatchObject({ counts: { created: 1 } });
  }));

test("in a project that became a part of a repository, commands say how to restore its turns", () =>
  withSnapshots(
    async ({ project, open, put, at }) => {
      const cwd = join(project, "packages/one");
      put("packages/one/x.txt", "0\n");
      await at("prompt", 1, "ses_one", cwd);
      put("packages/one/x.txt", "1\n");
      await at("turn_end", 1, "ses_one", cwd);
      runGitIn(project, ["init", "-q"]);
      const ctx = await open({ cwd }, { env });
      const note = `Turns were captured in ${cwd}: run the command there after \`git init\`, since it is a part of ${project} now.`;
      await expect(restore.call(ctx, { target: "1" })).rejects.toMatchObject({
        message: `No turn was captured here. ${note}`,
      });
      expect(await changes.call(ctx, {})).toMatchObject({ turns: [], note });
      await at("prompt", 2, "ses_one", project);
      put("packages/one/y.txt", "2\n");
      await at("turn_end", 2, "ses_one", cwd);
      const { note: elsewhere } = await restore.call(ctx, { target: "2" });
      expect(elsewhere).toMatch(new RegExp(`First run \`git init\` in ${cwd}\\.$`));
      runGitIn(cwd, ["init", "-q"]);
      expect(await restore.call(ctx, { target: "1" })).toMatchObject({ files: [{ path: "x.txt" }] });
    },
    { git: false },
  ));

test("a repository inside of a captured directory is about its own files alone", () =>
  withSnapshots(
    async ({ project, open, put, at }) => {
      put("x.txt", "0\n");
      put("nested/x.txt", "0\n");
      runGitIn(join(project, "nested"), ["init", "-q"]);
      await at("prompt");
      put("x.txt", "1\n");
      await at("turn_end");
      const ctx = await open({ cwd: join(project, "nested") }, { env });
      expect(await changes.call(ctx, {})).toMatchObject({ turns: [], note: null });
    },
    { git: false },
  ));
