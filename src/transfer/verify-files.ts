import type { Context } from "../kernel/context.ts";
import type { ArrivingFiles, ArrivingSnapshot, SnapshotPlace } from "../kernel/ports/snapshots.ts";
import type { MissingFiles } from "./describe-missing-files.ts";
import type { Destination } from "./transfer.ts";
import type { BundleContents } from "./verify-bundle.ts";

interface FilesResult {
  complete: ArrivingSnapshot[];
  missing: MissingFiles[];
}

/** Which files of a bundle can be kept here, and what the others need. Their text is redacted. */
export async function verifyFiles(
  { redactor }: Pick<Context, "redactor">,
  {
    arriving,
    location,
    contents,
  }: {
    arriving: ArrivingFiles;
    location: SnapshotPlace;
    contents: Pick<BundleContents, "files" | "sessions">;
  },
): Promise<FilesResult> {
  if (contents.files.length === 0) return { complete: [], missing: [] };
  const { complete, missing } = await arriving.verify(location, contents.files);
  const nativeIds = new Map(contents.sessions.map(({ session: { id, nativeId } }) => [id, nativeId]));
  const clean = (text: string | null) => (text === null ? null : redactor.text(text));
  const redacted = complete.map((one) => ({
    ...one,
    name: clean(one.name),
    gitBranch: clean(one.gitBranch),
  }));
  return {
    complete: redacted,
    missing: missing.map(({ session, gitHead: commit }) => ({
      session: nativeIds.get(session) ?? session,
      commit,
    })),
  };
}

/** Keeps verified files of the sessions that were imported. Returns how many were not here yet, and all that are. */
export async function keepFiles(
  { store, clock }: Pick<Context, "store" | "clock">,
  {
    arriving,
    location,
    destination: { projectId, machine },
  }: { arriving: ArrivingFiles; location: SnapshotPlace; destination: Destination },
  complete: readonly ArrivingSnapshot[],
) {
  const wanted: ArrivingSnapshot[] = [];
  for (const snapshot of complete)
    if ((await store.getSession(snapshot.session))?.projectId === projectId) wanted.push(snapshot);
  const snapshots = await arriving.keep(location, wanted, { machine, now: clock() });
  return { snapshots, files: wanted.map(({ id: snapshot, session }) => ({ session, snapshot })) };
}
