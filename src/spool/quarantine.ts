import { readdirSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Paths } from "../kernel/paths.ts";
import { ensurePrivateFolder } from "./private-folder.ts";

const MAX_FILES = 200;
const MAX_KEPT_BYTES = 1024 * 1024;

/**
 * Moves a spool file that cannot be handled out of the way, redacted, with the reason on its first line, so that a
 * person can look at it. The oldest go when there are too many.
 */
export function quarantineSpoolFile(
  paths: Paths,
  file: string,
  { reason, redact }: { reason: string; redact: (text: string) => string },
): void {
  ensurePrivateFolder(paths.quarantine);
  const target = join(paths.quarantine, `spool-${basename(file)}.txt`);
  const note = `# ${reason}\n`;
  const kept =
    statSync(file).size <= MAX_KEPT_BYTES ? redact(readFileSync(file, "utf8")) : "(too large to keep)\n";
  writeFileSync(`${target}.tmp`, note + kept, { mode: 0o600 });
  renameSync(`${target}.tmp`, target);
  unlinkSync(file);
  dropOldest(paths.quarantine);
}

function dropOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.startsWith("spool-"));
  if (files.length <= MAX_FILES) return;
  const aged = files.map((name) => join(folder, name)).map((path) => ({ path, at: statSync(path).mtimeMs }));
  aged.sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, files.length - MAX_FILES)) rmSync(path, { force: true });
}
