import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:process";
import type { Processes } from "../kernel/ports/processes.ts";

/** Linux reads /proc; other systems ask `ps`. Start times are opaque: only compare them for equality. */
export const systemProcesses: Processes = {
  startTime: (pid) => {
    if (!isPid(pid)) return undefined;
    return platform === "linux" ? fieldsOf(pid)?.startTime : askPs(pid, "lstart=");
  },
  parent: (pid) => {
    if (!isPid(pid)) return undefined;
    const parent = Number(platform === "linux" ? fieldsOf(pid)?.parent : askPs(pid, "ppid="));
    return isPid(parent) ? parent : undefined;
  },
  terminal: (pid) => {
    if (!isPid(pid)) return undefined;
    return platform === "linux" ? terminalFromProc(pid) : terminalFromPs(pid);
  },
  signal: ({ pid, startTime }, signal) => {
    if (systemProcesses.startTime(pid) !== startTime) return false;
    try {
      return process.kill(pid, signal);
    } catch {
      return false; // it has ended, or it belongs to another user
    }
  },
};

function isPid(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0;
}

function fieldsOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name is in parentheses and may contain parentheses and spaces: count fields from the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group, , terminal, foregroundGroup] = fields;
    if (state === "Z" || state === "X") return undefined;
    return { startTime: fields[19], parent, group, terminal: Number(terminal), foregroundGroup };
  } catch {
    return undefined; // no such process
  }
}

/** The first major number of pseudo-terminals. The minor number is in the low 8 bits and in the bits from 20 up. */
const PSEUDO_TERMINALS = 136;

function terminalFromProc(pid: number) {
  const fields = fieldsOf(pid);
  if (!fields) return undefined;
  const { terminal, group, foregroundGroup } = fields;
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >> 12) & 0xfff00);
  const nth = (major - PSEUDO_TERMINALS) * 256 + minor;
  if (major < PSEUDO_TERMINALS || major > PSEUDO_TERMINALS + 7) return undefined;
  return { tty: `/dev/pts/${nth}`, foreground: group === foregroundGroup };
}

function terminalFromPs(pid: number) {
  const [tty = "", group, foregroundGroup] = (askPs(pid, "tty=,pgid=,tpgid=") ?? "").split(/\s+/);
  if (tty === "" || tty.includes("?")) return undefined;
  return { tty: `/dev/${tty}`, foreground: group === foregroundGroup };
}

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
