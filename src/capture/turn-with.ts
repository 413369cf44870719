import type { Turn } from "../kernel/sentence.ts";
import type { TranscriptEntry } from "../kernel/transcript.ts";

const NOTHING: Turn = { tools: false, edits: false, chars: 0, asks: false };

/** What an agent's use of a tool is reported as. */
const TOOLS: ReadonlySet<TranscriptEntry["type"]> = new Set([
  "file_changed",
  "file_read",
  "command_run",
  "outcome",
]);

/** What the agent did since the newest prompt, with one entry more. Seeing an entry twice changes nothing. */
export function turnWith(turn: Turn | null, entry: TranscriptEntry): Turn | null {
  const known = turn ?? NOTHING;
  if (entry.type === "message")
    return { ...known, chars: entry.text.length, asks: /[?？؟]["'”’)»]*\s*$/.test(entry.text) };
  if (!TOOLS.has(entry.type)) return turn;
  return { ...known, tools: true, edits: known.edits || entry.type === "file_changed" };
}
