import { createHash, randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn } from "../../files/read-small-file.ts";

const NAME = /^transfer-(?:([0-9a-f]{8})-(\d{1,10})-)?[0-9a-f]{16}$/;
/** No transfer takes this long, so its process was killed. */
const STALE_MS = 86_400_000;

/** Creates a private directory for what is on its way, and deletes those that killed processes left. */
export function createTransferDirectory(parent: string): string {
  ensurePrivateDirectory(parent);
  removeLeft(parent);
  const name = ["transfer", hostKey(), process.pid, randomBytes(8).toString("hex")].join("-");
  const directory = join(parent, name);
  ensurePrivateDirectory(directory);
  return directory;
}

function removeLeft(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    const directory = join(parent, name);
    if (NAME.test(name) && ((host === hostKey() && !isRunning(Number(pid))) || isOld(directory)))
      rmSync(directory, { recursive: true, force: true });
  }
}

/** The numbers of processes mean nothing on another host, or in another container. */
function hostKey(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

function isOld(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < Date.now() - STALE_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
