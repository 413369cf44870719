import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn } from "../../files/read-small-file.ts";

const PREFIX = "transfer-";
/** No transfer takes this long, so its process was killed. */
const STALE_MS = 86_400_000;

/** Creates a private directory for the content of snapshots on their way, and deletes what killed processes left. */
export function createTransferDirectory(snapshots: string): string {
  ensurePrivateDirectory(snapshots);
  removeStale(snapshots);
  const directory = join(snapshots, `${PREFIX}${randomBytes(8).toString("hex")}`);
  ensurePrivateDirectory(directory);
  return directory;
}

function removeStale(snapshots: string): void {
  for (const name of namesIn(snapshots)) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(snapshots, name);
    const stat = lstatSync(directory, { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < Date.now() - STALE_MS) rmSync(directory, { recursive: true, force: true });
  }
}
