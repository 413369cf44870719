import { HoldfastError } from "../errors.ts";
import type { TerminalClient } from "./agent.ts";

/** Every client takes the id of a session as an argument, and one of them only the part after the last `__`. */
const PART = /^\w[\w.:@+-]*$/;
const MAX_LENGTH = 200;

/** Whether an id of a session can be passed to its client, and cannot be taken for an option or a path. */
export function isNativeId(id: string): boolean {
  return id.length <= MAX_LENGTH && id.split("__").every((part) => PART.test(part));
}

/** The command that resumes a session. Throws `invalid_input` if its id could be taken for something else. */
export function resumeCommand(
  { resume }: Pick<TerminalClient, "resume">,
  nativeSession: string,
  args: readonly string[] = [],
): string[] {
  if (isNativeId(nativeSession)) return resume(nativeSession, args);
  const shown = JSON.stringify(nativeSession.slice(0, 40));
  throw new HoldfastError(
    "invalid_input",
    `${shown} is not the id of a session, so no agent is started with it.`,
    {
      next: "Continue its work in a new conversation: `holdfast continue <id> --fresh`.",
    },
  );
}
