import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../kernel/snapshot.ts";

type ReadingStore = Pick<SnapshotStore, "readPermissions">;
type Kept = Pick<Snapshot, "permissions">;

/**
 * Which files got other permissions from each moment to the next, also those that changed otherwise. None where nobody
 * knows them. Moments with the same permissions cost nothing.
 */
export async function comparePermissions(
  store: ReadingStore,
  moments: readonly Kept[],
): Promise<FileChange[][]> {
  const read = createReader(store);
  const compared: FileChange[][] = [];
  for (const [index, { permissions: list }] of moments.slice(1).entries()) {
    const before = moments[index]?.permissions ?? null;
    if (before === null || list === null || before === list) compared.push([]);
    else compared.push(differences(await read(before), await read(list)));
  }
  return compared;
}

/** The newest list is that before the next moment. All of them would be too much to remember. */
function createReader(store: ReadingStore) {
  let newest = "";
  let known: ReadonlyMap<RawPath, number> = new Map();
  return async (list: string) => {
    if (list !== newest) [newest, known] = [list, await store.readPermissions(list)];
    return known;
  };
}

function differences(
  earlier: ReadonlyMap<RawPath, number>,
  later: ReadonlyMap<RawPath, number>,
): FileChange[] {
  return findOtherPermissions(earlier, later).map((path) => ({
    path,
    before: null,
    after: null,
    permissions: { before: earlier.get(path), after: later.get(path) },
  }));
}

/** The files whose unusual permissions are not the same at two moments. */
export function findOtherPermissions(
  earlier: ReadonlyMap<RawPath, number> | undefined,
  later: ReadonlyMap<RawPath, number> | undefined,
): RawPath[] {
  const paths = new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])]);
  return [...paths].filter((path) => !path.endsWith("/") && earlier?.get(path) !== later?.get(path));
}

/** Each file once: its permissions are listed only if nothing else of it changed. */
export function withoutAccompanying(changes: readonly FileChange[]): FileChange[] {
  const otherwise = new Set(changes.flatMap(({ path, permissions }) => (permissions ? [] : [path])));
  return changes.filter(({ path, permissions }) => permissions === undefined || !otherwise.has(path));
}
