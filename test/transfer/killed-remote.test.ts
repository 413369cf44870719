import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { pulled, pushed, withRemote } from "./remote-machines.ts";
import { git, type Machine, NATIVE, work } from "./two-machines.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
/** From before the program opens the store until after its end on most machines. */
const MOMENTS = [80, 160, 240, 320, 400, 500, 700, 1_000];

test(
  "pushes and pulls that are killed at several moments leave both sides whole, and can be repeated",
  () =>
    withRemote(async (laptop, tower, remote) => {
      await work(laptop);
      for (const after of MOMENTS) {
        await killed(laptop, ["push"], after);
        // A ref is there with all that belongs to it, or not at all.
        git(remote, "fsck", "--strict", "--connectivity-only");
        expect((await pulled(tower, { dryRun: true })).warnings).toEqual([]);
      }
      for (const when of ["before", "after"] as const) {
        await killed(laptop, ["push"], { at: "push", when });
        git(remote, "fsck", "--strict", "--connectivity-only");
      }
      await pushed(laptop);
      expect(await pushed(laptop)).toMatchObject({ pushed: [], unchanged: 1 });
      for (const when of ["before", "after"] as const) await killed(tower, ["pull"], { at: "fetch", when });
      for (const after of MOMENTS) await killed(tower, ["pull"], after);
      expect((await pulled(tower)).warnings).toEqual([]);
      expect(await pulled(tower)).toMatchObject({ sessions: [], checkpoints: 0, conversations: 0 });
      expect(await rowsOf(tower)).toEqual(await rowsOf(laptop));
      const placed = await tower.ctx.store.findSession("claude-code", NATIVE);
      expect(placed?.transcriptPath).toContain(join(tower.place.root, "home"));
      // A pull that was killed before it could note what it wrote is no change of the session here.
      expect(await pushed(tower)).toMatchObject({ pushed: [], unchanged: 1 });
    }),
  240_000,
);

test("a push that is killed in its second batch neither sends the first one again nor loses a session", () =>
  withRemote(async (laptop, tower) => {
    await work(laptop);
    await pushed(laptop);
    for (let count = 1; count <= 11; count++) {
      const session = new AgentSession(laptop.ctx, laptop.place.clock);
      await session.prompt(`Build the importer for format ${count}.`);
      await session.end();
    }
    await killed(laptop, ["push"], { at: "push", when: "before", nth: 2 });
    const { pushed: rest, unchanged } = await pushed(laptop);
    expect({ rest: rest.length, unchanged }).toEqual({ rest: 1, unchanged: 11 });
    expect((await pulled(tower)).sessions).toHaveLength(12);
  }));

/** A number of milliseconds, or a command of git, the first one unless `nth` says otherwise. */
type Moment = number | { at: string; when: "before" | "after"; nth?: number };

/** Runs the built program and kills it, and the git that it runs, at that moment. */
async function killed({ ctx, place }: Machine, words: string[], moment: Moment): Promise<void> {
  const path = process.env["PATH"] ?? "";
  const env = {
    PATH: typeof moment === "number" ? path : `${deadlyGit(place.root, moment)}:${path}`,
    HOME: join(place.root, "home"),
    HOLDFAST_HOME: dirname(ctx.paths.database),
    HOLDFAST_NO_DAEMON: "1",
  };
  const options = { cwd: place.project, env, stdio: "ignore", detached: true } as const;
  const child = spawn(process.execPath, [MAIN, ...words], options);
  const ended = new Promise((end) => child.once("close", end));
  await Promise.race([ended, ...(typeof moment === "number" ? [sleep(moment)] : [])]);
  try {
    process.kill(-(child.pid ?? 0), "SIGKILL");
  } catch {
    // It has ended.
  }
  await ended;
}

/** A directory with a git that kills the program that calls it, before or after it did what that wanted. */
function deadlyGit(root: string, { at, when, nth = 1 }: Exclude<Moment, number>): string {
  const directory = mkdtempSync(join(root, "bin-"));
  const calls = join(directory, "calls");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const kill = "kill -9 $PPID; exit 1";
  const script = `#!/bin/sh
case " $* " in *" ${at} "*)
  echo >> "${calls}"
  if [ "$(wc -l < "${calls}")" -ge ${nth} ]; then ${when === "after" ? `"${real}" "$@"; ` : ""}${kill}; fi;;
esac
exec "${real}" "$@"
`;
  writeFileSync(join(directory, "git"), script, { mode: 0o755 });
  return directory;
}

async function rowsOf({ ctx }: Machine) {
  const sessions = await ctx.store.listSessions({ limit: 10 });
  const checkpoints = await ctx.store.listCheckpoints({ limit: 100, includeAbandoned: true });
  return {
    sessions: sessions.map(({ id, nativeId, promptCount }) => ({ id, nativeId, promptCount })),
    checkpoints: checkpoints.map(({ id }) => id).toSorted(),
  };
}
