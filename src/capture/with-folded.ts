import type { Capture } from "../kernel/capture.ts";
import type { SessionSummary } from "../kernel/record.ts";

/** The session, counting the prompts that were found in its transcript only like those that a hook reported. */
export function withFolded<S extends SessionSummary>(session: S, before: Capture, folded: Capture): S {
  const added = Math.max(0, folded.promptsSeen - before.promptsSeen);
  if (added === 0) return session;
  const newest = folded.prompts.at(-1)?.at ?? 0;
  return {
    ...session,
    promptCount: session.promptCount + added,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + added,
    lastPromptAt: Math.max(session.lastPromptAt ?? 0, newest),
  };
}
