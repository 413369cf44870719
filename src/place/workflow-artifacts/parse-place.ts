import { ARTIFACTS, type SavedPlace } from "../saved-place.ts";
import { markdownSections, sectionItems } from "./markdown-sections.ts";
import { ARTIFACT_LABELS } from "./place-markdown.ts";

/** Without these sections, a file is not a place. */
const REQUIRED = ["Active task", "Branch"] as const;

/** Parses a place file, written by us or by another tool. Undefined if it is damaged. */
export function parsePlace(text: string): SavedPlace | undefined {
  const sections = markdownSections(text);
  if (text.includes("\0") || !REQUIRED.every((title) => sections.get(title))) return undefined;
  const given = (title: string) => sectionItems(sections.get(title))[0] ?? null;
  const items = (title: string) => sectionItems(sections.get(title));
  return {
    voluntary: isVoluntary(sections.get("Status") ?? ""),
    stage: given("Current stage"),
    task: given("Active task") ?? "",
    branch: given("Branch") ?? "unknown",
    intent: given("Last user intent"),
    artifacts: artifactsOf(sections.get("In-flight artifacts") ?? ""),
    questions: items("Open questions"),
    decisions: items("Decisions made"),
    unfinished: items("Unfinished work"),
  };
}

function isVoluntary(status: string): boolean {
  return !/precompact|automatic/i.test(status);
}

function artifactsOf(text: string): SavedPlace["artifacts"] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*-\s*/, ""));
  const paths = ARTIFACTS.map((name) => {
    const label = `${ARTIFACT_LABELS[name]}: `;
    const path = lines
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim();
    return [name, path === undefined || path === "" || path === "(none found)" ? null : path];
  });
  return Object.fromEntries(paths) as SavedPlace["artifacts"];
}
