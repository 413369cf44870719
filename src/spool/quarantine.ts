import { lstatSync, readdirSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { withOwnFile, writeOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import type { Paths } from "../kernel/paths.ts";

const MAX_FILES = 200;
const MAX_KEPT_BYTES = 1024 * 1024;

/**
 * Moves a spool file that cannot be handled to the quarantine, redacted and with the reason on its first line, so that
 * a person can examine it. Deletes the oldest files if there are too many.
 */
export function quarantineSpoolFile(
  paths: Paths,
  file: string,
  { reason, redact }: { reason: string; redact: (text: string) => string },
): void {
  ensurePrivateDirectory(paths.quarantine);
  const target = join(paths.quarantine, `spool-${basename(file)}.txt`);
  const note = `# ${reason}\n`;
  writeOwnFile(target, note + redact(contentOf(file)), { durable: true });
  unlinkSync(file);
  dropOldest(paths.quarantine);
}

function contentOf(file: string): string {
  try {
    return withOwnFile(file, (fd, { size }) =>
      size <= MAX_KEPT_BYTES ? readFileSync(fd, "utf8") : "(too large to keep)\n",
    );
  } catch {
    // A link or pipe that someone else planted: its target is not an event.
    return "(not a file of ours)\n";
  }
}

function dropOldest(directory: string): void {
  const files = readdirSync(directory).filter((name) => name.startsWith("spool-"));
  if (files.length <= MAX_FILES) return;
  const aged = files
    .map((name) => join(directory, name))
    .map((path) => ({ path, at: lstatSync(path).mtimeMs }));
  aged.sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, files.length - MAX_FILES)) rmSync(path, { force: true });
}
