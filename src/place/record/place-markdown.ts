import { oneLine } from "../../text/one-line.ts";
import type { ArtifactName, SavedPlace } from "./saved-place.ts";

/** What each artifact is called in the file. */
export const ARTIFACT_LABELS: Readonly<Record<ArtifactName, string>> = {
  plan: "current-plan.md",
  architecture: "architecture.md",
  critic: "latest critic-response",
  review: "latest review",
  sessionState: "session-state",
};

export const VOLUNTARY = "checkpoint save (voluntary)";
export const AUTOMATIC = "checkpoint save (automatic, before a compaction)";

/** A place as the Markdown file that other tools read too (P18): ten sections in a fixed order. */
export function placeMarkdown(place: SavedPlace): string {
  const { voluntary, stage, task, branch, intent, questions, decisions, unfinished } = place;
  const sections: [string, string][] = [
    ["Status", voluntary ? VOLUNTARY : AUTOMATIC],
    ["Current stage", textOr(stage, "(none found)")],
    ["Active task", textOr(task, "(none found)")],
    ["Branch", textOr(branch, "unknown")],
    ["Last user intent", textOr(intent, "(none)")],
    ["In-flight artifacts", artifactLines(place)],
    ["Open questions", list(questions)],
    ["Decisions made", list(decisions)],
    ["Unfinished work", list(unfinished)],
    ["Restore hint", restoreHint(task, branch)],
  ];
  return `${sections.map(([title, text]) => `## ${title}\n${text}\n`).join("\n")}`;
}

/** Ends up in a heading's section: a line break would make new sections of a text. */
function textOr(text: string | null, absent: string): string {
  return oneLine(text ?? "") || absent;
}

function artifactLines({ artifacts }: SavedPlace): string {
  const names = Object.keys(ARTIFACT_LABELS) as ArtifactName[];
  return names
    .map((name) => `- ${ARTIFACT_LABELS[name]}: ${textOr(artifacts[name], "(none found)")}`)
    .join("\n");
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "(none)" : items.map((item) => `- ${oneLine(item)}`).join("\n");
}

function restoreHint(task: string, branch: string): string {
  return `Run /checkpoint --restore in a fresh session to resume task '${oneLine(task)}' from branch '${oneLine(branch)}'.`;
}
