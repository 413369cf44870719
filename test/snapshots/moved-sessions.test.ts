import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

interface MovedPlace extends SnapshotPlace {
  /** A linked worktree, and the command line in it. */
  linked: string;
  there: OpenContext;
  /** A command of the agent that changes files which its line does not name. */
  run(session: AgentSession, write: () => void, cwd: string, command?: string): Promise<void>;
}

const withLinked = (work: (place: MovedPlace) => Promise<void>) =>
  withSnapshots(async (place) => {
    const { ctx, project, root, put, git } = place;
    put("a.js", "0\n");
    git("add", ".");
    git("commit", "-qm", "first");
    git("worktree", "add", "-q", join(root, "linked"));
    const run = async (
      session: AgentSession,
      write: () => void,
      cwd = project,
      command = "node make.mjs",
    ) => {
      write();
      await session.use("Bash", { command }, undefined, { cwd });
      await runSnapshotRequests(ctx);
    };
    const linked = join(root, "linked");
    await work({ ...place, linked, run, there: { ...ctx, caller: { ...ctx.caller, cwd: linked } } });
  });

async function prompt({ ctx }: MovedPlace, session: AgentSession, text: string, cwd: string): Promise<void> {
  await session.prompt(text, { cwd });
  await runSnapshotRequests(ctx);
}

async function stop({ ctx }: MovedPlace, session: AgentSession, cwd: string): Promise<void> {
  await session.stop("Done.", {}, { cwd });
  await runSnapshotRequests(ctx);
}

async function startIn(place: MovedPlace, cwd: string): Promise<AgentSession> {
  const session = new AgentSession(place.ctx, place.clock, { pid: process.pid, cwd });
  await session.start();
  await runSnapshotRequests(place.ctx);
  return session;
}

const filesIn = async (ctx: OpenContext) =>
  (await changes.call(ctx, {})).turns.map(({ turn, shared, files }) => ({
    turn,
    shared,
    files: files.map(({ path }) => path),
  }));

test("what a session changed after it moved to another worktree comes back there, and only there", () =>
  withLinked(async (place) => {
    const { ctx, there, project, linked, put, run } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Try it in a worktree of its own.", project);
    await run(session, () => put("mine.js", "1\n"), project);
    // As with `EnterWorktree` of Claude Code: this event and the next ones come from there.
    await session.use("EnterWorktree", { name: "linked" }, undefined, { cwd: linked });
    await runSnapshotRequests(ctx);
    await run(session, () => writeFileSync(join(linked, "a.js"), "1\n"), linked);
    await stop(place, session, linked);
    writeFileSync(join(linked, "person.js"), "a person's\n");
    await prompt(place, session, "Go on with the other file.", linked);
    await run(session, () => writeFileSync(join(linked, "b.js"), "2\n"), linked);
    await stop(place, session, linked);

    expect(await filesIn(there)).toEqual([
      { turn: 1, shared: false, files: ["a.js"] },
      { turn: 2, shared: false, files: ["b.js"] },
    ]);
    expect(await changes.call(ctx, {})).toMatchObject({ elsewhere: [linked], turns: [{ turn: 1 }] });
    expect((await restore.call(ctx, { target: "1" })).note).toContain(linked);
    const result = await restore.call(there, { target: "1", yes: true });
    expect(result).toMatchObject({ counts: { changed: 1, deleted: 1 }, conflicts: [{ path: "person.js" }] });
    expect(readFileSync(join(linked, "a.js"), "utf8")).toBe("0\n");
    expect(existsSync(join(linked, "b.js"))).toBe(false);
    expect(existsSync(join(project, "mine.js"))).toBe(true);
  }));

test("a worktree that a command names is captured before the next command changes it", () =>
  withLinked(async (place) => {
    const { there, project, linked, run } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Try it in a worktree of its own.", project);
    await run(session, () => {}, project, "git worktree add ../linked");
    await run(
      session,
      () => writeFileSync(join(linked, "a.js"), "1\n"),
      project,
      "cd ../linked && node x.mjs",
    );
    await stop(place, session, project);
    writeFileSync(join(linked, "person.js"), "a person's\n");
    await prompt(place, session, "Now go on here.", project);
    expect(await filesIn(there)).toEqual([{ turn: 1, shared: false, files: ["a.js"] }]);
    await restore.call(there, { target: "1", yes: true });
    expect(readFileSync(join(linked, "a.js"), "utf8")).toBe("0\n");
    expect(existsSync(join(linked, "person.js"))).toBe(true);
  }));

test("a prompt elsewhere captures the worktree where the turn before worked, as it is before its own turn", () =>
  withLinked(async (place) => {
    const { there, project, linked, run } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Try it in a worktree of its own.", project);
    await run(session, () => {}, project, "cd ../linked");
    await run(session, () => writeFileSync(join(linked, "a.js"), "1\n"), linked);
    await stop(place, session, linked);
    writeFileSync(join(linked, "person.js"), "a person's\n");
    await prompt(place, session, "Now go on here.", project);
    await run(session, () => {}, project, "cd ../linked");
    await run(session, () => writeFileSync(join(linked, "person.js"), "2\n"), linked);
    await stop(place, session, linked);
    const result = await restore.call(there, { target: "2", yes: true });
    expect(result).toMatchObject({ note: null, counts: { changed: 1 }, conflicts: [] });
    expect(readFileSync(join(linked, "person.js"), "utf8")).toBe("a person's\n");
  }));

test("a turn in another worktree begins after what a person changed there and a restore captured", () =>
  withLinked(async (place) => {
    const { there, project, linked, run } = place;
    const session = await startIn(place, project);
    const mine = join(linked, "mine.md");
    await prompt(place, session, "Work in the other worktree.", project);
    await run(session, () => writeFileSync(join(linked, "a.js"), "1\n"), linked, "cd ../linked");
    await stop(place, session, linked);
    writeFileSync(mine, "a person's\n");
    await restore.call(there, { target: "1", paths: ["a.js"], yes: true });
    await prompt(place, session, "Look at it.", linked);
    await stop(place, session, linked);
    expect(await restore.call(there, { target: "2" })).toMatchObject({ files: [], conflicts: [] });
    await prompt(place, session, "Clean up.", linked);
    rmSync(mine);
    expect(await restore.call(there, { target: "3", yes: true })).toMatchObject({ counts: { created: 1 } });
    expect(readFileSync(mine, "utf8")).toBe("a person's\n");
  }));

test("a session in another worktree does not make the work of a session here unclear", () =>
  withLinked(async (place) => {
    const { ctx, project, linked, put, run } = place;
    const moved = await startIn(place, project);
    await prompt(place, moved, "Try it in a worktree of its own.", project);
    await run(moved, () => {}, linked, "cd ../linked");
    // Interrupted, so nothing ends the turn.
    await prompt(place, moved, "Go on there.", linked);
    const other = await startIn(place, project);
    await prompt(place, other, "Work on the main branch.", project);
    await run(other, () => put("a.js", "other\n"), project);
    await run(moved, () => put("b.js", "moved\n"), linked, `cp x.js ${join(project, "b.js")}`);
    await stop(place, other, project);
    await stop(place, moved, linked);
    const { nativeId } = await other.row();
    const result = await restore.call(ctx, { target: "1", session: nativeId, yes: true });
    expect(result).toMatchObject({ counts: { changed: 1 }, conflicts: [{ path: "b.js" }] });
    expect(readFileSync(join(project, "a.js"), "utf8")).toBe("0\n");
  }));

test("a worktree that was deleted during a turn is no failure", () =>
  withLinked(async (place) => {
    const { ctx, project, linked, put, run } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Try it in a worktree of its own.", project);
    await run(session, () => {}, linked, "cd ../linked");
    await session.use("Bash", { command: "node make.mjs" }, undefined, { cwd: linked });
    rmSync(linked, { recursive: true });
    await run(session, () => put("a.js", "1\n"), project);
    await stop(place, session, project);
    expect(ctx.snapshots.failures()).toEqual([]);
    expect(await filesIn(ctx)).toEqual([{ turn: 1, shared: false, files: ["a.js"] }]);
  }));

test("what a turn first does in a worktree where an earlier turn worked is the turn's, and comes back", () =>
  withLinked(async (place) => {
    const { there, project, linked, run } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Write a report there.", project);
    await run(session, () => {}, project, "ls ../linked");
    const write = (text: string) => () => writeFileSync(join(linked, "report.md"), text);
    await run(session, write("long report\n"), project, "node x.mjs > ../linked/report.md");
    await stop(place, session, project);
    await prompt(place, session, "Think about it.", project);
    await stop(place, session, project);
    writeFileSync(join(linked, "person.md"), "a person's\n");
    await prompt(place, session, "Shorten it.", project);
    await run(session, write("short\n"), project, "node y.mjs > ../linked/report.md");
    await stop(place, session, project);
    expect(await filesIn(there)).toMatchObject([
      { turn: 1, files: ["report.md"] },
      { turn: 3, files: ["report.md"] },
    ]);
    expect(await restore.call(there, { target: "3", yes: true })).toMatchObject({ conflicts: [] });
    expect(readFileSync(join(linked, "report.md"), "utf8")).toBe("long report\n");
    expect(existsSync(join(linked, "person.md"))).toBe(true);
  }));

test("what a subagent changes is captured after each of its calls, also in a worktree of its own", () =>
  withLinked(async (place) => {
    const { ctx, there, project, linked, put } = place;
    const session = await startIn(place, project);
    await prompt(place, session, "Have others look at it.", project);
    const run = async (write: () => void, cwd: string) => {
      write();
      const reply = await session.useInSubagent("Bash", { command: "node x.mjs" }, { cwd });
      expect(reply).toEqual({});
      await runSnapshotRequests(ctx);
    };
    await run(() => put("notes.md", "notes\n"), project);
    await run(() => writeFileSync(join(linked, "report.md"), "report\n"), linked);
    await run(() => put("notes.md", null), project);
    await run(() => rmSync(join(linked, "report.md")), linked);
    await stop(place, session, project);
    const snapshots = async (worktree: string) =>
      await ctx.snapshots.read({ projectRoot: project, worktree }, async (store) => {
        const trees = (await store.list()).map(({ tree }) => tree);
        return (await store.compare(trees)).flat().map(({ path, after }) => [path, after !== null]);
      });
    expect(await snapshots(project)).toEqual([
      ["notes.md", true],
      ["notes.md", false],
    ]);
    expect(await snapshots(linked)).toEqual([["report.md", false]]);
    expect(await filesIn(there)).toMatchObject([{ turn: 1, files: ["report.md"] }]);
  }));
