import { stat } from "node:fs/promises";
import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type {
  Branches,
  ReadTranscripts,
  Transcript,
  TranscriptEntry,
  TranscriptTail,
} from "../kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { bounded } from "../text/bounded.ts";
import { areSamePeriods, fromStoredPeriods, listAbandonedPeriods } from "./branches/abandoned-periods.ts";
import { countFoundPrompts, foldedUntil, foldTail } from "./fold-tail.ts";
import { locateEntry } from "./locate-entry.ts";
import { redactEntry } from "./redact-entry.ts";

type ReaderDeps = Pick<Context, "agents" | "redactor" | "clock">;

/** Identifies a session's transcript and how much of it was captured. */
interface CapturedSession extends Pick<Session, "agent" | "transcriptPath" | "cwd"> {
  capture: Capture;
}

/**
 * Reads the part of a transcript that the capture does not contain yet. Reading and redacting megabytes takes longer
 * than the write lock may be held, so it is done before the transaction, which then finds the result in `transcripts`.
 */
export async function readTranscriptTail(
  ctx: ReaderDeps,
  { agent, transcriptPath: path, cwd, capture }: CapturedSession,
  transcripts: ReadTranscripts = new Map(),
): Promise<TranscriptTail | undefined> {
  if (path === null) return undefined;
  const reading = transcripts.get(path) ?? readTail(ctx, { agent, path, cwd }, capture);
  transcripts.set(path, reading);
  return await reading;
}

async function readTail(
  ctx: ReaderDeps,
  { agent, path, cwd }: Pick<Session, "agent" | "cwd"> & { path: string },
  capture: Capture,
): Promise<TranscriptTail | undefined> {
  const readAt = ctx.clock();
  const until = foldedUntil(capture, readAt);
  const adapter = ctx.agents.find(({ name }) => name === agent);
  const known = capture.transcriptPath === path ? capture : EMPTY_CAPTURE;
  const read = await readBranches(adapter, path, { ...known, foldedTo: until });
  if (!read) return undefined;
  const { transcript, branches } = read;
  const hasMoved = branches !== undefined && !areSamePeriods(branches.left, fromStoredPeriods(capture));
  return {
    entries: withPlausibleTimes(transcript.entries, readAt)
      .filter(({ at }) => hasMoved || at >= until)
      .map((entry) => redactEntry(locateEntry(toStorable(entry), cwd), ctx.redactor)),
    path,
    readAt,
    bytes: transcript.size,
    tokens: transcript.contextUse?.tokens ?? null,
    use: transcript.contextUse ?? null,
    ...(transcript.title === undefined
      ? {}
      : { title: bounded(ctx.redactor.text(toStorable(transcript.title))) }),
    ...(branches ? { branches } : {}),
    hasMoved,
    isWhole: !transcript.partial,
  };
}

/**
 * Reads what was written since the last read, or the whole transcript if the session has branches, which few sessions
 * have.
 */
async function readBranches(
  adapter: AgentAdapter | undefined,
  path: string,
  { left: before, foldedTo, transcriptBytes }: Capture,
): Promise<{ transcript: Transcript; branches: Branches | undefined } | undefined> {
  const bytes = await bytesSince(path, foldedTo > 0 ? transcriptBytes : 0);
  const part = await adapter?.readTranscript(path, bytes);
  const isBranched = before.length > 0 || Boolean(part?.branches?.left.length);
  if (!part || !isBranched) return part && { transcript: part, branches: part.branches };
  const transcript = await wholeOf(part);
  return { transcript, branches: { ...transcript.branches, left: listAbandonedPeriods(before, transcript) } };

  async function wholeOf(read: Transcript): Promise<Transcript> {
    return (bytes === undefined ? read : await adapter?.readTranscript(path)) ?? read;
  }
}

/** The lines around the old end are read again, since the last one may have been incomplete. */
const OVERLAP = 64 * 1024;

/** Returns undefined, for the adapter's own limit, if the file was never read or was rewritten. */
async function bytesSince(path: string, known: number): Promise<number | undefined> {
  if (known === 0) return undefined;
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  return size < known ? undefined : size - known + OVERLAP;
}

/** Adds what only the transcript contains, since a killed agent may have written more than its hooks reported. */
export async function catchUp(
  ctx: ReaderDeps,
  session: Session,
  transcripts?: ReadTranscripts,
): Promise<Session> {
  const capture = foldTail(await readTranscriptTail(ctx, session, transcripts), session.capture);
  return { ...countFoundPrompts(session, session.capture, capture), capture };
}

/**
 * Corrects implausible times without changing the order. An entry without a time, or with one in the future, gets the
 * time of the previous entry, or at the beginning, that of the next plausible one.
 */
export function withPlausibleTimes(entries: readonly TranscriptEntry[], now: number): TranscriptEntry[] {
  const isPlausible = ({ at }: TranscriptEntry) => at > 0 && at <= now;
  let known = entries.find(isPlausible)?.at ?? now;
  return entries.map((entry) => {
    if (!isPlausible(entry)) return { ...entry, at: known };
    known = entry.at;
    return entry;
  });
}
