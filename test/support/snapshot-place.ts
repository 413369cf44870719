import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OpenContext } from "../../src/app.ts";
import type { SnapshotMoment, SnapshotRequest } from "../../src/kernel/snapshot.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { undo } from "../../src/restore/operations/undo.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { type TestPlace, withPlace } from "./test-context.ts";

/** A worktree whose sessions are reported by hand. */
export interface SnapshotPlace extends TestPlace {
  ctx: OpenContext;
  /** Writes a file, or deletes it. */
  put(path: string, content: string | Buffer | null): void;
  git(...args: string[]): string;
  /** A moment of a session: its files are captured as the daemon does it. */
  at(moment: SnapshotMoment, turn?: number, session?: string, worktree?: string): Promise<void>;
  restore(target: string, more?: object): ReturnType<typeof restore.call>;
  undo(): ReturnType<typeof undo.call>;
}

interface PlaceOptions {
  git?: boolean;
  settings?: object;
  /** Variables that depend on the directory of the test. */
  env?: (root: string) => NodeJS.ProcessEnv;
}

export async function withSnapshots(
  work: (place: SnapshotPlace) => Promise<void>,
  { git = true, settings, env = () => ({}) }: PlaceOptions = {},
): Promise<void> {
  await withPlace(async (place) => {
    const ctx = await place.open({}, { env: { PATH: process.env["PATH"], ...env(place.root) } });
    const full = snapshotPlace(place, ctx);
    if (git) full.git("init", "-q");
    await work(full);
  }, settings);
}

function snapshotPlace(place: TestPlace, ctx: OpenContext): SnapshotPlace {
  const { project } = place;
  return {
    ...place,
    ctx,
    put(path, content) {
      const full = join(project, path);
      if (content === null) return rmSync(full, { recursive: true, force: true });
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
    },
    git: (...args) => runGitIn(project, args),
    async at(moment, turn = 1, session = "ses_one", worktree = project) {
      queueSnapshot(ctx, requestOf(ctx, { moment, turn, session, worktree }));
      await runSnapshotRequests(ctx);
    },
    restore: (target, more = {}) => restore.call(ctx, { target, yes: true, ...more }),
    undo: () => undo.call(ctx, {}),
  };
}

function requestOf(
  ctx: OpenContext,
  {
    moment,
    turn,
    session,
    worktree,
  }: { moment: SnapshotMoment; turn: number; session: string; worktree: string },
): SnapshotRequest {
  const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
  return { moment, turn, session, worktree, ...rest, at: ctx.clock() };
}

/** The oldest snapshot, as it is stored and may go to another machine. */
export async function storedSnapshot({ ctx, project }: SnapshotPlace): Promise<string> {
  const place = { projectRoot: project, worktree: project };
  const [found] = (await ctx.snapshots.read(place, (store) => store.list())) ?? [];
  if (!found) throw new Error("There is no snapshot.");
  return JSON.stringify(found);
}

export function runGitIn(directory: string, args: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"],
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  return execFileSync("git", ["-C", directory, ...args], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}
