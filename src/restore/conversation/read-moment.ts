import { foldTail } from "../../capture/fold-tail.ts";
import { readTranscriptTail } from "../../capture/read-transcript-tail.ts";
import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { RestoreTarget } from "../../snapshots/restore-target.ts";
import { promptOf } from "../notice/find-remaining.ts";

/** A hook reports a prompt slightly earlier or later than the transcript does. */
const ECHO_MS = 60_000;

/** What a session was at an earlier moment. */
export interface Moment {
  /** Everything in the conversation that is as late as this, or later, is taken back. */
  at: number;
  /** The facts of then: prompts, todos, decisions, commands. */
  capture: Capture;
}

/** Reads a session as it was at the restored moment, from its transcript. Undefined if there is no transcript. */
export async function readMoment(
  ctx: Pick<Context, "agents" | "clock" | "redactor">,
  session: Session,
  target: RestoreTarget,
): Promise<Moment | undefined> {
  const tail = await readTranscriptTail(ctx, { ...session, capture: EMPTY_CAPTURE });
  if (!tail) return undefined;
  const at = startOf(tail.entries, session, target);
  const entries = tail.entries.filter((entry) => entry.at < at);
  return { at, capture: foldTail({ ...tail, entries }, EMPTY_CAPTURE) };
}

function startOf(entries: readonly TranscriptEntry[], session: Session, target: RestoreTarget): number {
  const prompt = promptOf(session, target.turn);
  if (prompt === undefined) return target.snapshot.createdAt;
  const own = entries.filter(
    (entry) =>
      entry.type === "prompt" && entry.text.trim() === prompt.text.trim() && near(entry.at, prompt.at),
  );
  return own.at(-1)?.at ?? prompt.at;
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) < ECHO_MS;
}
