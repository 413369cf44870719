import { foldEntry } from "../capture/fold-entry.ts";
import { withPlausibleTimes } from "../capture/read-transcript-tail.ts";
import { redactEntry } from "../capture/redact-entry.ts";
import type { Transcript, TranscriptEntry } from "../kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { isSystemText } from "../sessions/system-text.ts";
import { boundedMiddle, MAX_TEXT } from "../text/bounded.ts";

/** A turn, and what the agent did in it. */
export interface Turn {
  number: number;
  at: number;
  /** When the next turn began. */
  until: number;
  prompt: string;
  did: Pick<Capture, "commands" | "files" | "lastAnswer" | "compactions">;
}

type ReadDeps = Pick<Context, "agents" | "redactor" | "clock">;

/** The turns to read: at most `limit`, the newest with a number below `before`. */
export interface TurnRange {
  before: number | undefined;
  limit: number;
}

/**
 * Turns of a session, oldest first: from its transcript or, if that is gone, from what was captured of it, which is
 * bounded.
 */
export async function readTurns(ctx: ReadDeps, session: Session, range: TurnRange): Promise<Turn[]> {
  const spoken = await readSpoken(ctx, session, range);
  if (spoken.length === 0) return numbered(capturedTurns(session.capture), session, range);
  return numbered(spoken, session, range).map(({ prompt, entries, ...turn }) => ({
    ...turn,
    prompt: textOf(ctx, prompt),
    did: foldTurn(ctx, entries),
  }));
}

/** Contains the newest turns of most sessions. */
const FIRST_BYTES = 1024 * 1024;

/** Reads the end of the transcript first, and as much as the client's reader allows only if it has too few turns. */
async function readSpoken(ctx: ReadDeps, session: Session, range: TurnRange) {
  const { transcriptPath: path } = session;
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  if (path === null || !adapter) return [];
  const split = ({ entries = [] }: Partial<Transcript> = {}) =>
    splitAtPrompts(withPlausibleTimes(entries, ctx.clock()));
  const end = await adapter.readTranscript(path, FIRST_BYTES);
  const spoken = split(end);
  const isEnough = !end?.partial || numbered(spoken, session, range).length >= range.limit;
  return isEnough ? spoken : split(await adapter.readTranscript(path));
}

/** Snapshots have the same numbers. The oldest turns may be missing. */
function numbered<T extends { at: number }>(
  turns: readonly T[],
  { promptCount }: Session,
  { before, limit }: TurnRange,
) {
  const first = Math.max(1, promptCount - turns.length + 1);
  return turns
    .map((turn, index) => ({
      ...turn,
      number: first + index,
      until: turns[index + 1]?.at ?? Number.POSITIVE_INFINITY,
    }))
    .filter(({ number }) => before === undefined || number < before)
    .slice(-limit);
}

type Prompt = Extract<TranscriptEntry, { type: "prompt" }>;

function splitAtPrompts(entries: readonly TranscriptEntry[]) {
  const turns: { prompt: Prompt; at: number; entries: TranscriptEntry[] }[] = [];
  for (const entry of entries) {
    if (entry.type !== "prompt") turns.at(-1)?.entries.push(entry);
    else if (startsTurn(entry)) turns.push({ prompt: entry, at: entry.at, entries: [] });
  }
  return turns;
}

/** A prompt that still waits in the client's queue was not answered yet. */
function startsTurn({ queued, text, fromClient }: Prompt): boolean {
  return queued !== "waiting" && !isSystemText(text, fromClient);
}

function textOf({ redactor }: ReadDeps, entry: Prompt): string {
  const clean = redactEntry(toStorable(entry), redactor);
  return boundedMiddle(clean.type === "prompt" ? clean.text : "", MAX_TEXT, "\n[…]\n");
}

function foldTurn({ redactor }: ReadDeps, entries: readonly TranscriptEntry[]): Turn["did"] {
  return entries
    .map((entry) => redactEntry(toStorable(entry), redactor))
    .reduce(foldEntry, { ...EMPTY_CAPTURE, foldedTo: -1 });
}

/** What was captured belongs to the newest prompt before it. Only the last answer is kept. */
function capturedTurns({ prompts, commands, files, lastAnswer }: Capture): Omit<Turn, "number" | "until">[] {
  return prompts.map(({ text, at }, index) => {
    const end = prompts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const isWithin = (time: number | null) => time !== null && time >= at && time < end;
    return {
      prompt: text,
      at,
      did: {
        commands: commands.filter((run) => isWithin(run.at)),
        files: files.filter(({ changedAt }) => isWithin(changedAt)),
        lastAnswer: index === prompts.length - 1 ? lastAnswer : null,
        compactions: 0,
      },
    };
  });
}
