import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runCommand } from "../support/run-cli.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test("after `git worktree move`, commands name the path under which files were captured; moved back, they come back", () =>
  withSnapshots(async ({ root, open, git, put, at }) => {
    put("a.txt", "0\n");
    git("add", ".");
    git("commit", "-qm", "first");
    const [linked, moved] = [join(root, "linked"), join(root, "moved")];
    git("worktree", "add", "-q", "--detach", linked);
    await at("prompt", 1, "ses_one", linked);
    writeFileSync(join(linked, "a.txt"), "1\n");
    await at("turn_end", 1, "ses_one", linked);
    git("worktree", "move", linked, moved);
    const openIn = (cwd: string) => open({ cwd }, { env: { PATH: process.env["PATH"] } });
    const ctx = await openIn(moved);
    const named = expect.stringContaining(`its files were captured as ${linked}.`);
    const refused = { code: "not_found", message: named };
    await expect(restore.call(ctx, { target: "1" })).rejects.toMatchObject(refused);
    await expect(changes.call(ctx, { of: "1" })).rejects.toMatchObject(refused);
    expect((await runCommand({ open: () => openIn(moved) }, ["changes"])).out).toEqual(named);
    git("worktree", "move", moved, linked);
    const back = await openIn(linked);
    expect(await changes.call(back, {})).toMatchObject({ formerPath: null, turns: [{ turn: 1 }] });
    expect(await restore.call(back, { target: "1" })).toMatchObject({ counts: { changed: 1 } });
  }));
