import { readFileSync } from "node:fs";
import { join } from "node:path";

export const HOOK_LOG = "hook.log";
/** What a scenario cannot tell on a machine that was too slow for a hook: it agrees with everything. */
export const UNCLEAR = "?";

const ANSWER =
  /^\S+ \S+ \S+ (\S+) \S+ (?:.*(?:replied with|reply of) (\d+) characters|.*(stays in the spool))/;
const START = "SessionStart";

/**
 * What brought the last record to the model: the hook of a session's start ("yes") or of a prompt (`otherwise`).
 * @param {{ root: string }} lab @param {string} otherwise
 */
export function carrierOfRecord({ root }, otherwise) {
  const answers = readFileSync(join(root, HOOK_LOG), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, event, characters = "0", late] = ANSWER.exec(line) ?? [];
      return event ? [{ event, isLate: late !== undefined, says: Number(characters) > 0 }] : [];
    });
  const start = answers.findLast(({ event }) => event === START);
  const telling = answers.findLast(({ says }) => says);
  if (telling?.event === START) return "yes";
  return start?.isLate ? UNCLEAR : otherwise;
}
