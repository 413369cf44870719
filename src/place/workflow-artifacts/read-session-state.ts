import { join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { listFilesNewestFirst } from "../files/list-files.ts";
import type { SessionState } from "../files/shared-directory.ts";
import { markdownSections, sectionItems } from "./markdown-sections.ts";

/** Maximum number of files that are read to find the one for this session. */
const MAX_FILES = 20;

/** Reads the session-state file of this session, otherwise the newest one (P12, P13). */
export function readSessionState(root: string, nativeId: string | undefined): SessionState | undefined {
  const files = listFilesNewestFirst(join(root, "memory", "sessions"), (name) => name.endsWith(".md"));
  const states = files.slice(0, MAX_FILES).flatMap(({ path, name }) => parseState(path, name) ?? []);
  return states.find(({ session }) => session === nativeId) ?? states[0];
}

function parseState(path: string, name: string): SessionState | undefined {
  const text = readSmallFile(path);
  if (text === undefined) return undefined;
  const sections = markdownSections(text);
  const cost = sections.get("Cost") ?? "";
  const items = (title: string) => sectionItems(sections.get(title));
  return {
    path,
    task: name.replace(/\.md$/, "").replace(/^\d{4}-\d{2}-\d{2}-/, ""),
    phase: valueOf(cost, "Phase"),
    session: valueOf(cost, "Session UUID"),
    questions: items("Open questions"),
    decisions: items("Decisions made"),
    unfinished: items("Unfinished work"),
  };
}

/** The value of a line such as `- **Phase:** implement`. */
function valueOf(text: string, label: string): string | null {
  for (const line of text.split("\n")) {
    const plain = line.replace(/^[\s\-*]+/, "").replaceAll("*", "");
    if (plain.startsWith(`${label}:`)) return plain.slice(label.length + 1).trim() || null;
  }
  return null;
}
