import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:process";
import type { Processes } from "../kernel/context.ts";

/** Linux reads /proc; other systems ask `ps`. The text is opaque: only equality means anything. */
export const systemProcesses: Processes = {
  startTime: (pid) => {
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return platform === "linux" ? fromProc(pid) : fromPs(pid);
  },
};

function fromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name is in brackets and may itself hold brackets and spaces: fields count from the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, start] = [fields[0], fields[19]];
    return state === "Z" || state === "X" ? undefined : start;
  } catch {
    return undefined; // no such process
  }
}

function fromPs(pid: number): string | undefined {
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 1_000,
  });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
