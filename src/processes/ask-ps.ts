import { spawnSync } from "node:child_process";

/** Columns of a process; undefined if there is no such process. */
export function askPs(pid: number, columns: string): string | undefined {
  const { status, stdout } = spawnSync("ps", ["-o", columns, "-p", String(pid)], {
    encoding: "utf8",
    timeout: 1_000,
    // Start times are printed in the local time zone and language, and must stay equal when these change.
    env: { ...process.env, TZ: "UTC", LC_ALL: "C" },
  });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
