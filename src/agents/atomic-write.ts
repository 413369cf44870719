import { open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ConnectChange } from "../kernel/agent.ts";

/** Writes the text unless it is there already. A reader sees the old file or the new one, never a part. */
export async function writeIfChanged(path: string, text: string): Promise<ConnectChange> {
  const before = await readIfThere(path);
  if (before === text) return { path, action: "unchanged" };
  const temporary = temporaryFor(path);
  await rm(temporary, { force: true });
  const file = await open(temporary, "wx", 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  return { path, action: before === undefined ? "created" : "updated" };
}

/** Where a write that was killed leaves its half. */
export function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.holdfast-tmp`);
}

export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
