import { createHash } from "node:crypto";
import { hostname } from "node:os";

/** Names this process in the name of a file: a digest of the host, and the process id. */
export function processMark(): string {
  return `${hostKey()}-${process.pid}`;
}

/**
 * Whether the process of a mark has ended. False for one of another host, or in another container, where the numbers of
 * processes mean nothing.
 */
export function hasEnded(mark: string): boolean {
  const [host, pid] = mark.split("-");
  return host === hostKey() && !isRunning(Number(pid));
}

function hostKey(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
