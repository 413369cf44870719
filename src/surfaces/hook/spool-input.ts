import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import type { Paths } from "../../kernel/paths.ts";
import { spoolPath } from "../../spool/spool-file.ts";

/**
 * Replaces the first step of `hook.sh` on Windows, which has no shell: writes the payload from standard input to the
 * spool before anything can fail. Returns the id of the event.
 */
export function spoolInput(
  paths: Paths,
  { agent, event, continues = "" }: { agent: string; event: string; continues?: string | undefined },
): string {
  ensurePrivateDirectory(paths.state, { mayBeLink: true });
  ensurePrivateDirectory(paths.spool);
  const id = randomUUID();
  const asked = /^(?:ses|chk)_[0-9a-z]{16}$/.test(continues) ? ` ${continues}` : "";
  const header = Buffer.from(`holdfast-spool 1 ${agent} ${event} ${process.ppid}${asked} ${process.pid}\n`);
  const content = Buffer.concat([header, readFileSync(0)]);
  writeFileSync(spoolPath(paths.spool, id, "part"), content, { mode: 0o600, flag: "wx" });
  return id;
}
