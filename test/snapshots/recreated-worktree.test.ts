import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test.each([
  { commit: "HEAD~1", hasNext: true },
  { commit: "HEAD", hasNext: true },
  { commit: "HEAD", hasNext: false },
])(
  "files of a worktree that was created anew belong to no turn that was open in the old one: $commit, another session: $hasNext",
  ({ commit, hasNext }) =>
    withSnapshots(async ({ root, open, clock, put, git }) => {
      clock.now = Date.now() - 10_000;
      put("a.txt", "first\n");
      git("add", "-A");
      git("commit", "-qm", "first");
      put("a.txt", "second\n");
      put("b.txt", "second\n");
      git("add", "-A");
      git("commit", "-qm", "second");
      const linked = join(root, "linked");
      git("worktree", "add", "-q", "--detach", linked, "HEAD~1");
      const env = { PATH: process.env["PATH"] };
      const ctx = await open({ cwd: linked }, { env });
      const killed = new AgentSession(ctx, clock, { pid: 4_194_305, cwd: linked });
      await killed.start();
      await killed.prompt("Work in the worktree.");
      await runSnapshotRequests(ctx);
      git("worktree", "remove", "--force", linked);
      await sleep(20);
      git("worktree", "add", "-q", "--detach", linked, commit);
      writeFileSync(join(linked, "mine.txt"), "mine\n");
      if (hasNext) {
        const next = new AgentSession(ctx, clock, { pid: process.pid, cwd: linked });
        await next.start();
        await next.prompt("Go on.");
        await next.stop("Done.");
      }
      const { turns } = await changes.call(ctx, {});
      expect(turns).toEqual([]);
      await runSnapshotRequests(ctx);
      const view = await restore.call(ctx, {
        target: "1",
        session: (await killed.row()).nativeId,
        yes: true,
      });
      expect(view.files).toEqual([]);
      expect(existsSync(join(linked, "mine.txt"))).toBe(true);
      expect(existsSync(join(linked, "b.txt"))).toBe(commit === "HEAD");
      rmSync(linked, { recursive: true });
    }),
);

test.each([{ hasNext: false }, { hasNext: true }])(
  "what was lost with the whole directory comes back into a new one; what is there now stays: another session: $hasNext",
  ({ hasNext }) =>
    withSnapshots(async ({ ctx, clock, project, put, restore: restoreHere }) => {
      put("a.txt", "mine\n");
      put("src/b.txt", "mine, too\n");
      put("c.txt", "then\n");
      const killed = new AgentSession(ctx, clock, { pid: 4_194_305 });
      await killed.start();
      await killed.prompt("Clean up.");
      await runSnapshotRequests(ctx);
      rmSync(project, { recursive: true });
      await killed.stop("Everything is gone.");
      await killed.end();
      await runSnapshotRequests(ctx);
      await sleep(20);
      put("c.txt", "now\n");
      put("d.txt", "new\n");
      expect((await changes.call(ctx, {})).note).toContain(
        "To bring back what is missing: `holdfast restore 1`.",
      );
      if (hasNext) {
        const next = new AgentSession(ctx, clock, { pid: process.pid });
        await next.start();
        await next.prompt("What happened?");
        await runSnapshotRequests(ctx);
        await next.stop("Nothing is here.");
        await runSnapshotRequests(ctx);
      }
      const view = await restoreHere("1", { session: (await killed.row()).nativeId });
      expect(view.files.map(({ path }) => path)).toEqual(["a.txt", "src/b.txt"]);
      expect(view.conflicts.map(({ path }) => path)).toEqual(["c.txt", "d.txt"]);
      expect(readFileSync(join(project, "src/b.txt"), "utf8")).toBe("mine, too\n");
      expect(readFileSync(join(project, "c.txt"), "utf8")).toBe("now\n");
      expect(existsSync(join(project, "d.txt"))).toBe(true);
    }),
);
