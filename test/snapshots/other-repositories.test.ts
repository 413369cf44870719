import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

interface TwoRepositories extends SnapshotPlace {
  session: AgentSession;
  /** Another repository, and the command line in it. */
  backend: string;
  there: OpenContext;
  file(name: string): string;
  /** A prompt, calls of tools that change files, and the end of the turn. */
  turn(cwd: string, ...calls: (() => Promise<unknown>)[]): Promise<void>;
  /** A command of the agent, and what it does. */
  run(command: string, effect: () => void, cwd?: string): () => Promise<unknown>;
}

const withBackend = (work: (place: TwoRepositories) => Promise<void>) =>
  withSnapshots(async (place) => {
    const { ctx, clock, root, project, put } = place;
    put("page.js", "0\n");
    const backend = join(root, "backend");
    mkdirSync(backend);
    execFileSync("git", ["init", "-q"], { cwd: backend });
    const file = (name: string) => join(backend, name);
    writeFileSync(file("api.js"), "0\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    let step = 1;
    const capture = () => runSnapshotRequests(ctx);
    await capture();
    const turn: TwoRepositories["turn"] = async (cwd, ...calls) => {
      await session.prompt(`Go on in step ${step++}.`, { cwd });
      await capture();
      for (const call of calls) {
        await call();
        await capture();
      }
      await session.stop("Done.", {}, { cwd });
      await capture();
    };
    const run: TwoRepositories["run"] = (command, effect, cwd = project) => {
      return async () => {
        effect();
        await session.use("Bash", { command }, undefined, { cwd });
      };
    };
    const there = { ...ctx, caller: { ...ctx.caller, cwd: backend } };
    await work({ ...place, session, backend, there, file, turn, run });
  });

const write = (path: string, content: string) => () => writeFileSync(path, content);

test("what a session changes in another repository comes back there, and both places name the other one", () =>
  withBackend(async ({ ctx, there, backend, project, file, turn, run }) => {
    const look = run("git status", () => {}, backend);
    await turn(backend, look, run("node make.mjs", write(file("api.js"), "1\n"), backend));
    writeFileSync(file("mine.js"), "a person's\n");
    await turn(project, run("node make.mjs", write(join(project, "page.js"), "1\n")));
    expect(await changes.call(ctx, {})).toMatchObject({ elsewhere: [backend], turns: [{ turn: 2 }] });
    expect(await changes.call(there, {})).toMatchObject({ elsewhere: [project], turns: [{ turn: 1 }] });
    expect((await restore.call(ctx, { target: "1" })).note).toContain(backend);
    const result = await restore.call(there, { target: "1", yes: true });
    expect(result).toMatchObject({ counts: { changed: 1 }, conflicts: [{ path: "mine.js" }] });
    expect(readFileSync(file("api.js"), "utf8")).toBe("0\n");
    expect(readFileSync(join(project, "page.js"), "utf8")).toBe("1\n");
  }));

test("the plan says that what a turn did with its first call in another repository does not come back", () =>
  withBackend(async ({ there, backend, file, project, turn, run }) => {
    const edit = (content: string) => run("cd ../backend && make", write(file("api.js"), content));
    await turn(project, edit("1\n"), edit("2\n"));
    await turn(backend, run("make", write(file("api.js"), "3\n"), backend));
    const plan = async (target: string) => {
      const { note, counts } = await restore.call(there, { target, yes: false });
      return { isSaid: `${note}`.includes("came to this directory with a tool call"), counts };
    };
    expect(await plan("1")).toMatchObject({ isSaid: true, counts: { changed: 1 } });
    expect(await plan("2")).toMatchObject({ isSaid: false, counts: { changed: 1 } });
  }));

test("uncommitted work in a repository where an earlier turn worked is captured at the prompt", () =>
  withBackend(async ({ there, project, session, file, turn, run }) => {
    const edit = async () => session.use("Write", { file_path: file("api.js"), content: "1\n" });
    await turn(project, edit);
    writeFileSync(file("wip.js"), "not committed\n");
    await turn(
      project,
      run("git -C ../backend clean -fdq", () => rmSync(file("wip.js"))),
    );
    await restore.call(there, { target: "2", yes: true });
    expect(readFileSync(file("wip.js"), "utf8")).toBe("not committed\n");
  }));

test.each([
  ["cd ../backend && node make.mjs", true],
  ["git -C ../backend pull", true],
  ["pushd ../backend", true],
  ["../backend/tool --all", false],
  ["cat ../backend/api.js", false],
])("%s has another repository captured: %s", (command, expected) =>
  withBackend(async ({ ctx, backend, project, turn, run }) => {
    await turn(
      project,
      run(command, () => {}),
    );
    const list = await ctx.snapshots.read({ projectRoot: backend, worktree: backend }, (each) => each.list());
    expect((list ?? []).length > 0).toBe(expected);
  }),
);

test("tool calls wait at a prompt until a repository where an earlier turn worked is captured", () =>
  withBackend(async ({ ctx, project, session, turn, run }) => {
    await turn(
      project,
      run("cd ../backend", () => {}),
    );
    await session.prompt("Look at the page.");
    const names = readdirSync(join(ctx.paths.snapshots, "requests"));
    expect(names.filter((name) => name.endsWith("-prompt.json"))).toHaveLength(2);
    await runSnapshotRequests(ctx);
  }));

test("a directory outside of any repository is not captured", () =>
  withBackend(async ({ ctx, root, project, turn, run }) => {
    const notes = join(root, "notes");
    mkdirSync(notes);
    await turn(project, run("cd ../notes && touch one", write(join(notes, "one"), "")));
    expect(
      await ctx.snapshots.read({ projectRoot: notes, worktree: notes }, (each) => each.list()),
    ).toBeUndefined();
    expect(existsSync(join(notes, "one"))).toBe(true);
  }));

test.each([true, false])(
  "a session goes on where another directory took the place of its own (git: %s)",
  (git) =>
    withSnapshots(
      async ({ ctx, clock, root, project, put, restore }) => {
        put("main.js", "0\n");
        const session = new AgentSession(ctx, clock, { pid: process.pid });
        const act = async (event: Promise<unknown>) => {
          await event;
          await runSnapshotRequests(ctx);
        };
        await act(session.start());
        await act(session.prompt("Begin."));
        await act(session.stop());
        renameSync(project, join(root, "old"));
        cpSync(join(root, "old"), project, { recursive: true });
        put("wip.js", "not committed\n");
        await act(session.prompt("Go on."));
        await act(session.use("Bash", { command: "ls" }));
        put("wip.js", null);
        await act(session.use("Bash", { command: "rm wip.js" }));
        await act(session.stop());
        await restore("2");
        expect(readFileSync(join(project, "wip.js"), "utf8")).toBe("not committed\n");
      },
      { git },
    ),
);
