import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const MAY_BE_OLDER = expect.stringContaining("its times are older than the turn");

interface OldPlace extends SnapshotPlace {
  /** A command of the agent, in a turn of its own. */
  run(command: string): Promise<void>;
  read(path: string): string;
}

/** Files that are older than the turn by the clock of the file system, which is also that of the product. */
const withOldFiles = (files: Record<string, string>, work: (place: OldPlace) => Promise<void>) =>
  withSnapshots(async (place) => {
    const { project, put, at, clock } = place;
    for (const [path, content] of Object.entries(files)) put(path, content);
    await sleep(30);
    clock.now = Date.now();
    await at("prompt", 1);
    await sleep(30);
    await work({
      ...place,
      run: async (command) => {
        execFileSync("sh", ["-ec", command], { cwd: project });
        await at("turn_end", 1);
      },
      read: (path) => readFileSync(join(project, path), "utf8"),
    });
  });

test("a captured file that a copy of another one replaced, with its times, comes back", () =>
  withOldFiles(
    {
      "config.json": "mine\n",
      "example.json": "example\n",
      "templates/page.html": "template\n",
      "site/page.html": "my page\n",
    },
    async ({ run, read, restore, undo }) => {
      await run("cp -p example.json config.json && cp -a templates/. site/ && touch new");
      expect(await restore("1")).toMatchObject({ conflicts: [], counts: { changed: 2, deleted: 1 } });
      expect([read("config.json"), read("site/page.html")]).toEqual(["mine\n", "my page\n"]);
      await undo();
      expect([read("config.json"), read("site/page.html")]).toEqual(["example\n", "template\n"]);
    },
  ));

test.each([
  ["edited, and got older times", "echo agent >dir/deep/a && touch -r dir/other dir/deep/a"],
  ["overwritten by an ignored one with its times", "cp -p ignored/a dir/deep/a"],
])("a file that was %s in a directory in which nothing else changed comes back", (_, command) =>
  withOldFiles(
    { ".gitignore": "ignored/\n", "ignored/a": "ignored\n", "dir/deep/a": "mine\n", "dir/other": "other\n" },
    async ({ run, read, restore }) => {
      await run(`${command} && touch new`);
      expect(await restore("1")).toMatchObject({ conflicts: [], counts: { changed: 1, deleted: 1 } });
      expect(read("dir/deep/a")).toBe("mine\n");
    },
  ),
);

test("where something was put into the directory, too, it cannot be distinguished from an older file", () =>
  withOldFiles({ a: "mine\n", "dir/other": "other\n" }, async ({ run, read, restore }) => {
    await run("echo agent >a && touch -r dir/other a && touch new");
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([{ path: "a", reason: MAY_BE_OLDER }]);
    await restore("1", { overwrite: true });
    expect(read("a")).toBe("mine\n");
  }));

test.each([
  ["itself", "ignored/a", "dir/deep/a"],
  ["with its directory", "ignored", "dir/deep"],
  ["with a directory above", "ignored/above", "dir"],
])("an ignored file that was moved there %s is kept", (_, from, to) => {
  const path = "dir/deep/a";
  const ignored = `${from}${path.slice(to.length)}`;
  return withOldFiles(
    { ".gitignore": "ignored/\n", [ignored]: "ignored\n", [path]: "mine\n" },
    async ({ project, run, read, restore }) => {
      rmSync(join(project, to), { recursive: true });
      renameSync(join(project, from), join(project, to));
      // A rename of a directory changes no time of the files in it.
      await run(`chmod 600 ${path}`);
      const { conflicts } = await restore("1");
      expect(conflicts).toMatchObject([{ path, reason: MAY_BE_OLDER }]);
      expect(read(path)).toBe("ignored\n");
    },
  );
});

test("a captured file that was renamed, written anew under its earlier name and edited is the session's", () =>
  withOldFiles({ "old.js": "one\n" }, async ({ project, run, restore, undo, read }) => {
    await run("mv old.js new.js; echo one > old.js");
    await run("echo two > new.js");
    expect(await restore("1")).toMatchObject({ untouched: [], counts: { deleted: 1 } });
    expect(existsSync(join(project, "new.js"))).toBe(false);
    await undo();
    expect(read("new.js")).toBe("two\n");
  }));
