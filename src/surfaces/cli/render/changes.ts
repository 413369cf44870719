import type * as z from "zod";
import type { FilesDiff } from "../../../checkpoints/diff-files.ts";
import type { PartChanges } from "../../../checkpoints/diff-outlines.ts";
import { PARTS } from "../../../checkpoints/diff-parts.ts";
import type { diff } from "../../../checkpoints/operations/diff.ts";
import type { UninstallResult } from "../../../setup/uninstall.ts";
import { bounded, oneLine } from "../../../text/bounded.ts";
import { count, enumerate } from "../../../text/phrases.ts";
import type { Rendering } from "../layout/rendering.ts";
import { size } from "../layout/table.ts";
import { fileLine } from "./file-changes.ts";

const WIDTH = 100;

const TITLES = {
  prompts: "Prompts",
  phases: "Phases",
  statements: "User said",
  todos: "Todos",
  decisions: "Decisions",
  failures: "Still failing",
  blockers: "Blockers",
  files: "Files changed",
  other: "Other state",
} satisfies Record<(typeof PARTS)[number], string>;

export function renderChanges(changed: z.infer<typeof diff.output>, how: Rendering): string[] {
  const { style } = how;
  if (changed.captured) return renderFiles(changed, changed.captured, how);
  if (changed.equal) return [`${changed.from} and ${changed.to} have the same state.`];
  const parts = PARTS.flatMap((part) => section(TITLES[part], changed[part], how));
  return [
    style.strong(`${changed.from} → ${changed.to}`),
    ...(parts.length > 0 ? parts : ["", "They differ only in what was said and run in between."]),
    ...(changed.omitted > 0 ? ["", style.dim(`(${changed.omitted} more)`)] : []),
  ];
}

function renderFiles(
  { from, to, equal }: { from: string; to: string; equal: boolean },
  { files, fileCount, patch }: FilesDiff,
  { style }: Rendering,
): string[] {
  if (equal) return [`${from} and ${to} have the same files.`];
  return [
    style.strong(`${from} → ${to}: ${count(fileCount, "file")}`),
    ...files.map((file) => fileLine(file, style)),
    ...(fileCount > files.length ? [`  (${fileCount - files.length} more)`] : []),
    "",
    ...patch.split("\n"),
  ];
}

function section(title: string, { added, removed, changed }: PartChanges, { style }: Rendering): string[] {
  const lines = [
    ...removed.map((item) => style.bad(`- ${brief(item)}`)),
    ...changed.map(
      ({ item, before, after }) => `~ ${brief(item)}: ${brief(before || "none")} → ${brief(after || "none")}`,
    ),
    ...added.map((item) => style.good(`+ ${brief(item)}`)),
  ];
  return lines.length > 0 ? ["", style.strong(title), ...lines] : [];
}

function brief(text: string): string {
  return bounded(oneLine(text), WIDTH);
}

export function renderUninstalled({ disconnected, removed, kept }: UninstallResult): string[] {
  const sizeOf = (bytes: number | null) => (bytes === null ? "" : `, ${size(bytes)}`);
  const isHere = kept.some(({ bytes }) => bytes !== null);
  return [
    disconnected.length === 0 ? "No agent was connected." : `Disconnected ${enumerate(disconnected)}.`,
    ...removed.map((path) => `  removed ${path}`),
    ...(kept.length === 0 ? ["Only the program itself remains."] : ["What remains:"]),
    ...kept.map(({ path, bytes, holds }) => `  ${path}${sizeOf(bytes)}: ${holds}`),
    ...(isHere ? ["To delete this too: holdfast uninstall --purge"] : []),
    "To remove the program: npm uninstall --global holdfast",
    ...(disconnected.length === 0 ? [] : ["Restart any running agents."]),
  ];
}
