import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { NEW_DATABASES } from "./run-folder.ts";

let made: Promise<string> | undefined;

/** Puts a new database where there is none. The store makes one for each worker; it takes ten times as long as a copy. */
export async function putNewDatabase(state: string): Promise<void> {
  if (existsSync(join(state, "holdfast.db"))) return;
  made ??= make();
  const folder = await made;
  mkdirSync(state, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!name.endsWith("-shm")) copyFileSync(join(folder, name), join(state, name));
}

async function make(): Promise<string> {
  const folder = join(inject("runFolder"), NEW_DATABASES, String(process.pid));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = await openStore({ file: join(folder, "holdfast.db"), childKeys: () => [] });
  await store.close();
  return folder;
}
