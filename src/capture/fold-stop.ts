import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import { addResponse } from "./fold-response.ts";

type Entry<T extends TranscriptEntry["type"]> = Extract<TranscriptEntry, { type: T }>;
type Stop = Entry<"interruption" | "failure">;

export function isStop(entry: TranscriptEntry): entry is Stop {
  return entry.type === "interruption" || entry.type === "failure";
}

/** Adds what stopped the agent in the middle of its turn: the person, or an error of the model. */
export function foldStop(capture: Capture, entry: Stop): Capture {
  if (entry.type === "interruption") return foldInterruption(capture, entry);
  return { ...capture, failedAt: Math.max(entry.at, capture.failedAt ?? 0) };
}

/**
 * Adds an interruption. A refusal without a reason also stops the agent, and the interruption that clients report then
 * is ignored.
 */
function foldInterruption(capture: Capture, { uuid, at }: Entry<"interruption">): Capture {
  const isRefusal = capture.responses.some(
    (known) => known.channel === "refusal" && Math.abs(at - known.at) < SAME_MOMENT_MS,
  );
  if (isRefusal) return capture;
  const latest = capture.prompts.at(-1)?.at ?? 0;
  // A command of an earlier turn without an outcome ended with its client.
  const running = capture.commands.findLast((command) => command.ok === null && command.at >= latest);
  const statement = { channel: "interruption", text: "", asked: running?.command ?? null } as const;
  return addResponse(capture, { ...statement, id: uuid ?? `${at}`, at }) ?? capture;
}

const SAME_MOMENT_MS = 2_000;
