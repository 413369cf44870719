import { findOtherPermissions } from "../../checkpoints/permission-changes.ts";
import type { FileChange, SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";

const SYMBOLIC_LINK = "120000";

type Kept = Pick<Snapshot, "permissions">;

/** The permissions of files at two moments, as far as they are unusual. */
interface Permissions {
  earlier: ReadonlyMap<RawPath, number> | undefined;
  now: ReadonlyMap<RawPath, number> | undefined;
}

/** Which files got other permissions between two moments. Moments with the same permissions cost nothing. */
export async function findPermissionChanges(
  store: Pick<SnapshotStore, "readPermissions">,
  before: Kept,
  after: Kept,
): Promise<RawPath[]> {
  if (before.permissions === after.permissions) return [];
  const { earlier, now } = await readBoth(store, before, after);
  return findOtherPermissions(earlier, now);
}

/** Adds permissions to the changes of files, and the files of which only the permissions changed. */
export async function addPermissions(
  store: Pick<SnapshotStore, "readPermissions" | "identify">,
  changes: readonly FileChange[],
  { before, after }: { before: Kept; after: Kept },
): Promise<FileChange[]> {
  const both = await readBoth(store, before, after);
  const known = new Set(changes.map(({ path }) => path));
  const others: FileChange[] = [];
  for (const path of findOtherPermissions(both.earlier, both.now)) {
    const file = known.has(path) ? null : await store.identify(path);
    if (file) others.push(withPermissions({ path, before: file, after: file }, both));
  }
  return [...changes.map((change) => withPermissions(change, both)), ...others];
}

async function readBoth(
  store: Pick<SnapshotStore, "readPermissions">,
  before: Kept,
  after: Kept,
): Promise<Permissions> {
  const read = async (list: string | null) => (list === null ? undefined : await store.readPermissions(list));
  const earlier = await read(before.permissions);
  return { earlier, now: before.permissions === after.permissions ? earlier : await read(after.permissions) };
}

function withPermissions(change: FileChange, { earlier, now }: Permissions): FileChange {
  const { path, before, after } = change;
  return { ...change, before: add(before, path, earlier), after: add(after, path, now) };
}

function add(file: TreeFile | null, path: RawPath, known: Permissions["earlier"]): TreeFile | null {
  if (file === null) return null;
  const { mode, blob } = file;
  // A link has none of its own: those that the system shows are the same for every link.
  if (mode === SYMBOLIC_LINK) return { mode, blob };
  return known ? { mode, blob, permissions: known.get(path) ?? null } : { mode, blob };
}
