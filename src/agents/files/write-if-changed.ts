import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing } from "../../files/file-errors.ts";
import { replaceUserFile } from "../../files/replace-user-file.ts";
import type { ConnectChange } from "../../kernel/agent/agent.ts";

/**
 * Writes a file of a client's configuration atomically, unless it already has this content. Preserves the user's
 * symbolic links and permissions.
 */
export async function writeIfChanged(path: string, text: string): Promise<ConnectChange> {
  const before = await readIfExists(path);
  if (before === text) return { path, action: "unchanged" };
  replaceUserFile(path, text, { mode: 0o644, durable: true, temporaryFor });
  return { path, action: before === undefined ? "created" : "updated" };
}

/** The name of the temporary file, which a killed write leaves behind. */
export function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.holdfast-tmp`);
}

export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
