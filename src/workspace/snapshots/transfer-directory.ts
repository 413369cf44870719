import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { hasEnded, processMark } from "../../files/process-mark.ts";
import { namesIn } from "../../files/read-small-file.ts";

const NAME = /^transfer-(?:([0-9a-f]{8}-\d{1,10})-)?[0-9a-f]{16}$/;
/** No transfer takes this long, so its process was killed. */
const STALE_MS = 86_400_000;

/** Creates a private directory for what is on its way, and deletes those that killed processes left. */
export function createTransferDirectory(parent: string): string {
  ensurePrivateDirectory(parent);
  removeLeft(parent);
  const name = ["transfer", processMark(), randomBytes(8).toString("hex")].join("-");
  const directory = join(parent, name);
  ensurePrivateDirectory(directory);
  return directory;
}

function removeLeft(parent: string): void {
  for (const name of namesIn(parent)) {
    const [isOurs, mark] = NAME.exec(name) ?? [];
    const directory = join(parent, name);
    if (isOurs !== undefined && ((mark !== undefined && hasEnded(mark)) || isOld(directory)))
      rmSync(directory, { recursive: true, force: true });
  }
}

function isOld(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < Date.now() - STALE_MS;
}
