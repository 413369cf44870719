import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { undo } from "../../src/restore/operations/undo.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { findRemote, listRemotes, saveRemote } from "../../src/transfer/remote/project-remote.ts";
import { listSyncActivities, noteSyncActivity } from "../../src/transfer/remote/sync-activity.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A turn that rewrites one file and deletes another. */
async function work({ ctx, clock, project, put }: SnapshotPlace, cwd = project): Promise<AgentSession> {
  put("src/a.txt", "one\n");
  put("b.txt", "kept\n");
  const session = new AgentSession(ctx, clock, { cwd });
  await session.start();
  await session.prompt("Rewrite a.txt and delete b.txt");
  await runSnapshotRequests(ctx);
  put("src/a.txt", "two\n");
  put("b.txt", null);
  await session.use("Edit", { file_path: join(project, "src/a.txt"), old_string: "one", new_string: "two" });
  await session.stop();
  await session.end();
  await runSnapshotRequests(ctx);
  return session;
}

const ID = "0b0f5c9e-5c0e-4f6e-9d3b-3f1f0e9f7a11";

/** The command line in another directory. */
const openIn = (place: SnapshotPlace, cwd: string): Promise<OpenContext> =>
  place.open({ cwd }, { env: { PATH: process.env["PATH"] } });

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const turnsIn = async (ctx: OpenContext) => (await changes.call(ctx, {})).turns.map(({ turn }) => turn);

test.each([true, false])("a renamed project keeps its sessions, turns and files (git: %s)", async (git) => {
  await withSnapshots(
    async (place) => {
      const session = await work(place);
      const there = join(place.root, "renamed");
      renameSync(place.project, there);
      const ctx = await openIn(place, there);
      await ctx.followMoved(ctx.caller.cwd);
      const row = await session.row();
      expect(row).toMatchObject({ worktree: there, cwd: there, startedIn: there });
      expect(row.capture.files).toMatchObject([{ path: join(there, "src/a.txt") }]);
      expect(await ctx.store.getProject(row.projectId)).toMatchObject({ root: there, name: "renamed" });
      expect(await turnsIn(ctx)).toEqual([1]);
      await restore.call(ctx, { target: "1", yes: true });
      expect([read(there, "src/a.txt"), read(there, "b.txt")]).toEqual(["one\n", "kept\n"]);
      await undo.call(ctx, {});
      expect(read(there, "src/a.txt")).toBe("two\n");
      expect(existsSync(place.project)).toBe(false);
    },
    { git },
  );
});

test("an agent that is started in the renamed directory goes on in the same project", async () => {
  await withSnapshots(async (place) => {
    const before = await work(place, join(place.project, "src"));
    const there = join(place.root, "deeper", "renamed");
    mkdirSync(join(place.root, "deeper"));
    renameSync(place.project, there);
    const ctx = await openIn(place, "/");
    const after = new AgentSession(ctx, place.clock, { cwd: there });
    const reply = await after.start();
    expect(reply.context).toContain("Rewrite a.txt and delete b.txt");
    const { projectId, worktree, startedIn } = await before.row();
    expect(await after.row()).toMatchObject({ projectId, worktree: there });
    expect({ worktree, startedIn }).toEqual({ worktree: there, startedIn: join(there, "src") });
  });
});

test.each([
  ["claude-code", (at: string) => `.claude/projects/${at.replaceAll(/[^A-Za-z0-9]/g, "-")}/${ID}.jsonl`],
  ["gemini", (at: string) => `.gemini/tmp/${basename(at)}/chats/session-2026-${ID.slice(0, 8)}.jsonl`],
  ["pi", (at: string) => `.pi/agent/sessions/--${at.slice(1).replaceAll("/", "-")}--/2026_${ID}.jsonl`],
])("%s finds the conversation of a renamed project and goes on with it", async (agent, fileFor) => {
  await withSnapshots(async (place) => {
    const { ctx: before, clock, project, root } = place;
    const pathFor = (at: string) => join(root, "home", fileFor(at));
    const transcriptPath = pathFor(project);
    mkdirSync(dirname(transcriptPath), { recursive: true });
    writeFileSync(transcriptPath, `${JSON.stringify({ type: "user", cwd: project })}\n`);
    // By this file Gemini finds the directory of a project.
    if (agent === "gemini") writeFileSync(join(dirname(transcriptPath), "../.project_root"), project);
    const session = new AgentSession(before, clock, { agent, nativeSession: ID, transcriptPath });
    await session.start();
    await session.prompt("Fix it");
    await session.end();
    const there = join(root, "renamed");
    renameSync(project, there);
    const ctx = await openIn(place, there);
    await ctx.followMoved(ctx.caller.cwd);
    expect(read(pathFor(there))).toBe(read(transcriptPath));
    expect((await session.row()).transcriptPath).toBe(pathFor(there));
    const { chosen } = await continueOperation.call(ctx, { id: ID });
    expect(chosen).toMatchObject({ mode: "conversation", directory: there });
  });
});

test("a project that is renamed while its agent is at work goes on there, whatever takes its old place", async () => {
  await withSnapshots(async (place) => {
    const { ctx: before, clock, project, put, root } = place;
    put("kept.txt", "kept\n");
    const session = new AgentSession(before, clock, { cwd: project });
    await session.start();
    await session.prompt("Tidy up");
    await runSnapshotRequests(before);
    const there = join(root, "renamed");
    renameSync(project, there);
    put("other.txt", "of another project\n");
    const moved = { cwd: there };
    await session.use("Bash", { command: "ls" }, undefined, moved);
    await session.stop("Done.", {}, moved);
    await runSnapshotRequests(before);
    writeFileSync(join(there, "mine.txt"), "mine\n");
    await session.prompt("Go on", moved);
    await runSnapshotRequests(before);
    rmSync(join(there, "mine.txt"));
    await session.use("Bash", { command: "rm mine.txt" }, undefined, moved);
    await session.stop("Done.", {}, moved);
    await runSnapshotRequests(before);
    const ctx = await openIn(place, there);
    await restore.call(ctx, { target: "2", yes: true });
    expect([read(there, "mine.txt"), existsSync(join(there, "other.txt"))]).toEqual(["mine\n", false]);
  });
});

test("a project is followed as often as it is renamed, also back to its first name", async () => {
  await withSnapshots(async (place) => {
    await work(place);
    const names = ["second", "third"].map((name) => join(place.root, name));
    let from = place.project;
    for (const to of [...names, place.project, names[0] ?? ""]) {
      renameSync(from, to);
      const ctx = await openIn(place, to);
      await ctx.followMoved(ctx.caller.cwd);
      expect(await turnsIn(ctx)).toEqual([1]);
      from = to;
    }
    const ctx = await openIn(place, from);
    await restore.call(ctx, { target: "1", yes: true });
    expect(read(from, "src/a.txt")).toBe("one\n");
  });
});

test("a copy of a project is another one, and so is what takes the place of a renamed one", async () => {
  await withSnapshots(async (place) => {
    const session = await work(place);
    const copy = join(place.root, "copy");
    cpSync(place.project, copy, { recursive: true });
    const there = await openIn(place, copy);
    await there.followMoved(there.caller.cwd);
    expect(await turnsIn(there)).toEqual([]);
    expect(await session.row()).toMatchObject({ worktree: place.project });
    const renamed = join(place.root, "renamed");
    renameSync(place.project, renamed);
    mkdirSync(place.project);
    const ctx = await openIn(place, renamed);
    await ctx.followMoved(ctx.caller.cwd);
    expect(await session.row()).toMatchObject({ worktree: renamed });
    expect(await turnsIn(await openIn(place, place.project))).toEqual([]);
  });
});

test("if following was cut off after the files, the next command completes it; the remote comes too", async () => {
  await withSnapshots(async (place) => {
    const { ctx: before, project, root } = place;
    await work(place);
    const keys = { recipients: ["age1x"], key: null, identity: null };
    saveRemote(before, { url: "/backup", projectRoot: project, addedAt: 1, ...keys });
    const there = join(root, "renamed");
    renameSync(project, there);
    const ctx = await openIn(place, there);
    await ctx.snapshots.moveProject({ from: project, to: there });
    noteSyncActivity(before, project, { failure: { at: 1, count: 2, reason: "offline" } });
    await ctx.remotes.moveProject({ from: project, to: there });
    await ctx.followMoved(ctx.caller.cwd);
    expect(await turnsIn(ctx)).toEqual([1]);
    expect(findRemote(ctx, there)).toMatchObject({ url: "/backup", projectRoot: there });
    expect(listRemotes(ctx)).toMatchObject([{ projectRoot: there }]);
    expect(listSyncActivities(ctx)).toMatchObject([{ projectRoot: there, failure: { count: 2 } }]);
  });
});
