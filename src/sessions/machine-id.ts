import { linkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import { temporaryBeside } from "../files/replace-file.ts";
import type { Context } from "../kernel/context.ts";

export const MACHINE_ID = /^mch_[0-9a-z]{16}$/;

/** The id of this machine, which never changes. The first call creates it. */
export function machineId({ paths, newId }: Pick<Context, "paths" | "newId">): string {
  const path = join(paths.state, "machine-id");
  return readId(path) ?? createId(path, newId("mch"));
}

/** Of two processes that create it at once, both get the same one. */
function createId(path: string, id: string): string {
  ensurePrivateDirectory(join(path, ".."));
  const temporary = temporaryBeside(path);
  writeOwnFile(temporary, id, { durable: true });
  try {
    linkSync(temporary, path);
  } catch {
    // Another process was faster, or what is there is no id.
    if (readId(path) === undefined) writeOwnFile(path, id, { durable: true });
  } finally {
    rmSync(temporary, { force: true });
  }
  return readId(path) ?? id;
}

function readId(path: string): string | undefined {
  const id = readOwnFile(path);
  return id !== undefined && MACHINE_ID.test(id) ? id : undefined;
}
