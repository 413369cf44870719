import { parseCommands } from "../parse-commands.ts";
import type { Ended } from "./judge-run.ts";

type Run = Pick<Ended, "command" | "output">;

const MERGING =
  /^git (?:-\S+ )*(?:merge|rebase|cherry-pick|revert|pull|am|stash (?:pop|apply))\b(?!.*--(?:abort|continue|skip|quit))/;
const SETTLED =
  /^git (?:-\S+ )*(?:commit\b|(?:merge|rebase|cherry-pick|revert|am) --(?:continue|abort|skip|quit)|reset --(?:hard|merge))/;

/** Whether a run that passed ends the merge that a run before it left in conflict: by going on, or by giving it up. */
export function settlesConflict(passed: Run, failed: Run): boolean {
  return /\bCONFLICT\b/.test(failed.output) && runs(failed, MERGING) && runs(passed, SETTLED);
}

function runs({ command }: Run, pattern: RegExp): boolean {
  return parseCommands(command).some(({ words }) => pattern.test(words.join(" ")));
}
