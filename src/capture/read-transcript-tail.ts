import { stat } from "node:fs/promises";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { toStorable } from "../kernel/to-storable.ts";
import type { ReadTranscripts, TranscriptTail } from "../kernel/transcript-tail.ts";
import { foldedUntil } from "./folded-until.ts";
import { withPlausibleTimes } from "./plausible-times.ts";
import { redactEntry } from "./redact-entry.ts";

type Reading = Pick<Context, "agents" | "redactor" | "clock">;

/** A session's transcript: which agent's, where, and how much of it was captured. */
interface Captured extends Pick<Session, "agent" | "transcriptPath"> {
  capture: Capture;
}

/**
 * What the transcript of a session holds beyond its capture. Reading and redacting megabytes takes longer than the write
 * lock may be held: what was read before the transaction is found in `transcripts` inside it.
 */
export async function readTranscriptTail(
  ctx: Reading,
  transcripts: ReadTranscripts,
  { agent, transcriptPath: path, capture }: Captured,
): Promise<TranscriptTail | undefined> {
  if (path === null) return undefined;
  const reading = transcripts.get(path) ?? readTail(ctx, { agent, path }, capture);
  transcripts.set(path, reading);
  return await reading;
}

async function readTail(
  ctx: Reading,
  { agent, path }: { agent: Session["agent"]; path: string },
  capture: Capture,
): Promise<TranscriptTail | undefined> {
  const { transcriptBytes, transcriptPath } = capture;
  const readAt = ctx.clock();
  const until = foldedUntil(capture, readAt);
  const adapter = ctx.agents.find(({ name }) => name === agent);
  const transcript = await adapter?.readTranscript(
    path,
    await bytesSince(path, transcriptPath === path && until > 0 ? transcriptBytes : 0),
  );
  if (!transcript) return undefined;
  return {
    entries: withPlausibleTimes(transcript.entries, readAt)
      .filter(({ at }) => at >= until)
      .map((entry) => redactEntry(toStorable(entry), ctx.redactor)),
    path,
    readAt,
    bytes: transcript.size,
    tokens: transcript.contextUse?.tokens ?? null,
    use: transcript.contextUse ?? null,
    ...(transcript.branches ? { branches: transcript.branches } : {}),
  };
}

/** The lines around the old end are read again: the last one may have been half written. */
const OVERLAP = 64 * 1024;

/** Undefined, which is the adapter's own bound, for a file that was never read or was written anew. */
async function bytesSince(path: string, known: number): Promise<number | undefined> {
  if (known === 0) return undefined;
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  return size < known ? undefined : size - known + OVERLAP;
}
