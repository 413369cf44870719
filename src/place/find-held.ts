import type { Processes } from "../kernel/ports/processes.ts";
import type { Session } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import type { Held } from "./held/apply-held-answer.ts";
import { findHeldFiles } from "./held/held-files.ts";

interface HeldQuery {
  own: string | undefined;
  /** The session whose place is restored. */
  left: Session | undefined;
  now: number;
}

/** Finds the prompts to offer: those held for this session or for others, otherwise one that was lost in a crash. */
export function findHeld(
  processes: Processes,
  directory: PlacesDirectory,
  asking: HeldQuery,
): Held | undefined {
  const { own, left, now } = asking;
  const files = findHeldFiles(directory, own);
  const file = files.find(({ session }) => session === left?.nativeId) ?? files[0];
  if (file)
    return { prompts: file.prompts, path: file.path, session: file.session, isOwn: file.session === own };
  const isOver = left && !isLive(left, { processes, now, asking: { ...left, pid: null } });
  const lost = isOver ? unansweredPrompt(left) : undefined;
  return lost && left
    ? { prompts: [lost], path: null, session: left.nativeId, isOwn: left.nativeId === own }
    : undefined;
}

/** The last prompt of a session, if the session ended before the agent did or said anything. */
function unansweredPrompt({ capture, endReason }: Session) {
  const prompt = capture.prompts.at(-1);
  const isUnanswered = capture.turn === null && prompt?.channel === "typed" && endReason !== "clear";
  return isUnanswered
    ? { at: new Date(prompt.at).toISOString(), text: prompt.text, replayable: true }
    : undefined;
}
