import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { uptime } from "node:os";
import { basename, extname } from "node:path";

/** Describes a process by what is visible from outside. */
export interface WantedProcess {
  /** The name of its program, or of the script that it runs. */
  program: string;
  cwd: string;
  startedBefore: number;
}

/** The unit of start times in /proc, regardless of the frequency of the kernel's clock. */
const TICKS_PER_SECOND = 100;

/** The newest process of this user that runs a program in a directory, or null. Undefined on any system but Linux. */
export function findProcess({ program, cwd, startedBefore }: WantedProcess): number | null | undefined {
  if (process.platform !== "linux") return undefined;
  const bootedAt = Date.now() - uptime() * 1_000;
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const startedAt = bootedAt + startTicks(pid, { program, cwd }) * (1_000 / TICKS_PER_SECOND);
      return startedAt < startedBefore ? [{ pid: Number(pid), startedAt }] : [];
    });
  return running.sort((one, other) => other.startedAt - one.startedAt)[0]?.pid ?? null;
}

/** Infinite for a process that does not match, or that has ended in the meantime. */
function startTicks(pid: string, { program, cwd }: Pick<WantedProcess, "program" | "cwd">): number {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== cwd) return Number.POSITIVE_INFINITY;
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 2);
    const isProgram = words.some((word) => basename(word, extname(word)) === program);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
    return isProgram ? ticks : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
