import type { Processes } from "../kernel/ports/processes.ts";
import type { Session } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import type { PlacesFolder } from "./files/places-folder.ts";
import type { Held } from "./held/answer-held.ts";
import { findHeldFiles } from "./held/held-files.ts";

interface Asking {
  own: string | undefined;
  /** The session whose place is restored. */
  left: Session | undefined;
  now: number;
}

/** The prompts to offer: those that were kept for this session or for others, else one that a crash swallowed. */
export function findHeld(processes: Processes, folder: PlacesFolder, asking: Asking): Held | undefined {
  const { own, left, now } = asking;
  const files = findHeldFiles(folder, own);
  const file = files.find(({ session }) => session === left?.nativeId) ?? files[0];
  if (file)
    return { prompts: file.prompts, path: file.path, session: file.session, isOwn: file.session === own };
  const isOver = left && !isLive(left, { processes, now, asking: { ...left, pid: null } });
  const swallowed = isOver ? unansweredPrompt(left) : undefined;
  return swallowed && left
    ? { prompts: [swallowed], path: null, session: left.nativeId, isOwn: left.nativeId === own }
    : undefined;
}

/** The last prompt of a session that ended before its agent did or said anything. */
function unansweredPrompt({ capture, endReason }: Session) {
  const prompt = capture.prompts.at(-1);
  const isUnanswered = capture.turn === null && prompt?.channel === "typed" && endReason !== "clear";
  return isUnanswered
    ? { at: new Date(prompt.at).toISOString(), text: prompt.text, replayable: true }
    : undefined;
}
