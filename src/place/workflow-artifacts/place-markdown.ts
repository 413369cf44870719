import { oneLine } from "../../text/bounded.ts";
import type { ArtifactName, SavedPlace } from "../saved-place.ts";
import { escapeLine } from "./markdown-sections.ts";

/** The label of each artifact in the file. */
export const ARTIFACT_LABELS: Readonly<Record<ArtifactName, string>> = {
  plan: "current-plan.md",
  architecture: "architecture.md",
  critic: "latest critic-response",
  review: "latest review",
  sessionState: "session-state",
};

export const VOLUNTARY = "checkpoint save (voluntary)";
const AT_A_TERMINAL = "run holdfast resume --yes";
const AUTOMATIC = "checkpoint save (automatic, before a compaction)";

/** The sections of a place file, in order (P18). */
const TITLES = [
  "Status",
  "Current stage",
  "Active task",
  "Branch",
  "Last user intent",
  "In-flight artifacts",
  "Open questions",
  "Decisions made",
  "Unfinished work",
  "Restore hint",
] as const;

/** Whether a file has the form of a place that Holdfast wrote. */
export function isOwnMarkdown(sections: ReadonlyMap<string, string>): boolean {
  const status = sections.get(TITLES[0]);
  return (
    [...sections.keys()].join("\n") === TITLES.join("\n") && (status === VOLUNTARY || status === AUTOMATIC)
  );
}

/**
 * Formats a place as the Markdown file that other tools also read (P18): ten sections in a fixed order. `how` says how a
 * person restores it in the client that saved it.
 */
export function placeMarkdown(place: SavedPlace, how: string = AT_A_TERMINAL): string {
  const { voluntary, stage, task, branch, intent, questions, decisions, unfinished } = place;
  const texts: Record<(typeof TITLES)[number], string> = {
    Status: voluntary ? VOLUNTARY : AUTOMATIC,
    "Current stage": textOr(stage, "(none found)"),
    "Active task": textOr(task, "(none found)"),
    Branch: textOr(branch, "unknown"),
    "Last user intent": textOr(intent, "(none)"),
    "In-flight artifacts": artifactLines(place),
    "Open questions": list(questions),
    "Decisions made": list(decisions),
    "Unfinished work": list(unfinished),
    "Restore hint": restoreHint(how, { task, branch }),
  };
  return TITLES.map((title) => `## ${title}\n${texts[title]}\n`).join("\n");
}

/** Puts a text on one line, since a line break could start a new section. */
function textOr(text: string | null, absent: string): string {
  return escapeLine(oneLine(text ?? "")) || absent;
}

function artifactLines({ artifacts }: SavedPlace): string {
  const names = Object.keys(ARTIFACT_LABELS) as ArtifactName[];
  return names
    .map((name) => `- ${ARTIFACT_LABELS[name]}: ${textOr(artifacts[name], "(none found)")}`)
    .join("\n");
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "(none)" : items.map((item) => `- ${escapeLine(oneLine(item))}`).join("\n");
}

function restoreHint(how: string, { task, branch }: Pick<SavedPlace, "task" | "branch">): string {
  return `To resume task '${oneLine(task)}' from branch '${oneLine(branch)}' in a fresh session, ${how}.`;
}
