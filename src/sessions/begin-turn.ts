import type { SessionSummary } from "../kernel/record.ts";

/** Starts a turn with a person's prompt, from a hook or only in the transcript. `added` is the number of new prompts. */
export function beginTurn<S extends SessionSummary>(session: S, at: number, added: number): S {
  return {
    ...session,
    promptCount: session.promptCount + added,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + added,
    lastPromptAt: at,
    firstToolUseAt: null,
  };
}
