import { basename } from "node:path";
import { bounded, oneLine } from "../text/bounded.ts";
import { neutralize } from "../text/neutralize.ts";
import type { TurnFacts } from "./collect-turn-facts.ts";
import { findMissingEvidence, findUncheckedFiles, type RuleMatcher } from "./find-missing-evidence.ts";

/** Identifies our text, even if truncated, for counters and capture (`sessions/system-text.ts`). */
export const DEBRIEF_PREFIX = "[holdfast debrief]";

const NAMED = 5;

/** Lists the open items at the end of a turn, one line each. */
export function describeFindings(facts: TurnFacts, matcher: RuleMatcher): string[] {
  const unchecked = matcher.rules.length === 0 ? findUncheckedFiles(facts) : [];
  return [
    ...findMissingEvidence(matcher, facts).map(
      ({ evidence, files }) => `Changed without \`${line(evidence)}\` passing since: ${list(files)}.`,
    ),
    ...(unchecked.length > 0 ? [`Changed without a passing check since: ${list(unchecked)}.`] : []),
    ...facts.failures.map((failure) => describeFailure(failure, facts)),
    ...(facts.openTodos.length > 0 ? [`Still open: ${list(facts.openTodos)}.`] : []),
  ];
}

/** Formats the text that asks the agent to validate and capture before it stops. */
export function formatDebrief(found: readonly string[]): string {
  return [
    `${DEBRIEF_PREFIX} Before this turn ends, without replying to the user:`,
    `1. Validate what you did.${found.length === 0 ? " Nothing stands out: check only what you are unsure of." : ""}`,
    ...found.map((finding) => `   - ${finding}`),
    "2. Capture what the next session must know: call session_digest with the decisions, the current state, the blockers and the next steps (or run `holdfast save`).",
    "Then stop. Tell the user only what they need to know; if nothing is left to do, say so in one line. The user can turn this off with `holdfast debrief off`.",
  ].join("\n");
}

/** Distinguishes failures that an edit may have fixed since. Only another run shows whether it did. */
function describeFailure(
  { command, output, at }: TurnFacts["failures"][number],
  { changed }: TurnFacts,
): string {
  const named = new Set(`${command}\n${output}`.split(/[^\w@+./-]+/).map((word) => basename(word)));
  const edited = changed.find((file) => file.at > at && named.has(basename(file.path)));
  if (!edited) return `Still failing: \`${line(command)}\`.`;
  return `Failed and not run again since ${line(edited.path)} was edited: \`${line(command)}\`.`;
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).map(line).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Sanitizes names of files, commands, todos and rules, which are untrusted text. */
function line(text: string): string {
  return bounded(neutralize(oneLine(text)), 160);
}
