import type { Context } from "../kernel/context.ts";
import type { ArrivingFiles, ArrivingSnapshot, SnapshotPlace } from "../kernel/ports/snapshots.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import type { Destination } from "./transfer.ts";
import type { BundleContents } from "./verify-bundle.ts";

interface Verified {
  complete: ArrivingSnapshot[];
  warnings: string[];
}

/** Which files of a bundle can be kept here, and why others cannot. Their text is redacted. */
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
): Promise<Verified> {
  if (contents.files.length === 0) return { complete: [], warnings: [] };
  const { complete, missing } = await arriving.verify(location, contents.files);
  const warnings = missing.map(({ session, gitHead }) => {
    const { nativeId = session } = contents.sessions.find((one) => one.session.id === session)?.session ?? {};
    const commit = gitHead === null ? "other content" : `commit ${gitHead.slice(0, 12)}`;
    return `The files of session ${shortSessionId(nativeId)} need ${commit}, which is missing here: fetch it, then import again.`;
  });
  const clean = (text: string | null) => (text === null ? null : redactor.text(text));
  const redacted = complete.map((one) => ({
    ...one,
    name: clean(one.name),
    gitBranch: clean(one.gitBranch),
  }));
  return { complete: redacted, warnings };
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
