import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withRemote } from "./remote-machines.ts";
import { work } from "./two-machines.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");

test.runIf(process.platform === "linux")("a push that is killed alone takes its git with it", () =>
  withRemote(async (laptop) => {
    await work(laptop);
    const { ctx, place } = laptop;
    const started = join(place.root, "git-push-pid");
    const env = {
      PATH: `${stuckGit(place.root, started)}:${process.env["PATH"] ?? ""}`,
      HOME: join(place.root, "home"),
      HOLDFAST_HOME: dirname(ctx.paths.database),
      HOLDFAST_NO_DAEMON: "1",
    };
    const child = spawn(process.execPath, [MAIN, "push"], { cwd: place.project, env, stdio: "ignore" });
    const ended = new Promise((end) => child.once("close", end));
    await until(() => existsSync(started) && readFileSync(started, "utf8").endsWith("\n"));
    const pid = Number(readFileSync(started, "utf8"));
    child.kill("SIGKILL");
    await ended;
    try {
      await until(() => !isRunning(pid));
    } finally {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    }
  }),
);

/** A directory with a git whose push never ends. */
function stuckGit(root: string, started: string): string {
  const directory = mkdtempSync(join(root, "bin-"));
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
case " $* " in *" push "*) echo $$ >"${started}"; exec sleep 600;; esac
exec "${real}" "$@"
`;
  writeFileSync(join(directory, "git"), script, { mode: 0o755 });
  return directory;
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isDone(); tries++) await sleep(50);
  expect(isDone()).toBe(true);
}

/** One that has ended, but was not collected by its new parent yet, runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
