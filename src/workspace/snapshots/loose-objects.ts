import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";
import { makeDirectory } from "../../files/make-directory.ts";
import { namesIn, readSmallFile } from "../../files/read-small-file.ts";
import { replaceFile, syncDirectory, syncFile } from "../../files/replace-file.ts";
import type { StoreLayout } from "./store-layout.ts";

type ObjectType = "blob" | "tree" | "commit";
type ObjectPlace = Pick<StoreLayout, "store" | "hash">;

/**
 * Writes an object into our store in the format of git and returns its id. A git process for each of the few small objects
 * of a snapshot would take longer than all its work.
 */
export function writeObject(place: ObjectPlace, type: ObjectType, content: Buffer): string {
  const bytes = withHeader(type, content);
  const id = createHash(place.hash).update(bytes).digest("hex");
  if (hasLooseObject(place, id)) return id;
  const path = pathOf(place, id);
  makeDirectory(dirname(path), 0o700);
  replaceFile(path, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
  return id;
}

/** Whether our store has an object in a file of its own. It may also be in a pack. */
export function hasLooseObject(place: ObjectPlace, id: string): boolean {
  return (lstatSync(pathOf(place, id), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** What is older than this is on the disk without our help. */
const UNSYNCED_MS = 600_000;
/** To wait for more of them, one after the other, takes longer than to wait for everything that the system has to write. */
const MAX_SYNCED = 1_000;

export interface LooseObject {
  id: string;
  path: string;
  /** When it was written. */
  at: number;
}

export function listLoose(place: Pick<StoreLayout, "store">): LooseObject[] {
  return looseIds(place).flatMap((id) => {
    const path = pathOf(place, id);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ id, path, at: stat.mtimeMs }] : [];
  });
}

/** The ids of the objects that have files of their own. */
export function looseIds({ store }: Pick<StoreLayout, "store">): string[] {
  const objects = join(store, "objects");
  const fans = namesIn(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return fans.flatMap((fan) =>
    namesIn(join(objects, fan)).flatMap((name) => (/^[0-9a-f]{38,62}$/.test(name) ? [fan + name] : [])),
  );
}

/** Returns when all objects of our store are on the disk, so that not even a power failure takes them. */
export async function syncStore(layout: Pick<StoreLayout, "store" | "searchPath">): Promise<void> {
  const recent = listLoose(layout).filter(({ at }) => Date.now() - at < UNSYNCED_MS);
  if (recent.length > MAX_SYNCED)
    return await promisify(execFile)("sync", { env: { PATH: layout.searchPath } }).then(() => {});
  for (const { path } of recent) await syncFile(path, "r");
  for (const directory of new Set(recent.map(({ path }) => dirname(path)))) syncDirectory(directory);
}

/** The id of a blob. */
export function hashBytes(content: Buffer, algorithm: string): string {
  return createHash(algorithm).update(withHeader("blob", content)).digest("hex");
}

/** Makes a reference to an object. Its name is one that git accepts. */
export function writeReference(
  { store }: Pick<StoreLayout, "store">,
  name: string,
  id: string,
  { durable = false } = {},
): void {
  const path = join(store, name);
  makeDirectory(dirname(path), 0o700);
  replaceFile(path, `${id}\n`, { durable });
}

/** What a reference of ours refers to. Undefined if there is none, or if the file is damaged. */
export function readReference({ store }: Pick<StoreLayout, "store">, name: string): string | undefined {
  return /^([0-9a-f]{40,64})\n$/.exec(readSmallFile(join(store, name)) ?? "")?.[1];
}

function withHeader(type: ObjectType, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
}

function pathOf({ store }: Pick<ObjectPlace, "store">, id: string): string {
  return join(store, "objects", id.slice(0, 2), id.slice(2));
}
