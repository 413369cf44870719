import type { CommitsSince } from "../../kernel/ports/snapshots.ts";
import { bounded, oneLine } from "../../text/bounded.ts";
import { count } from "../../text/phrases.ts";

const MAX_FILES = 6;
const MAX_COMMANDS = 5;
const MAX_COMMITS = 3;
const WIDTH = 120;

/** What happened since the moment that was restored and is not taken back. */
export interface Remains {
  /** Commands that were run, oldest first. */
  commands: readonly string[];
  /** Undefined if they are not known. */
  commits: CommitsSince | undefined;
}

interface Notice {
  kind: "restore" | "undo";
  /** The files are those that the session itself had last, on another machine. */
  isBrought: boolean;
  /** What was asked for, as a person reads it. */
  target: string;
  /** The prompt of the turn that was taken back. */
  prompt: string | undefined;
  at: number;
  paths: readonly string[];
  remaining: Remains;
}

/** Two lines for a model that believes its edits are there: what was restored, and what was not taken back. */
export function restoreNotice(notice: Notice): string {
  if (notice.isBrought && notice.kind === "restore") return whatCame(notice);
  return [whatChanged(notice), whatRemains(notice.remaining)].join("\n");
}

/** The work of the session is there again, so nothing of what it did is lost. */
function whatCame({ target, at, paths }: Notice): string {
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const files = `${count(paths.length, "file")} (${listOf(paths, MAX_FILES)})`;
  return `The user brought in ${target}, as this session had them last, at ${time} UTC: ${files}. Your work on them is here. What the user had changed here was kept, so read a file before you edit it.`;
}

function whatChanged({ kind, target, prompt, at, paths }: Notice): string {
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  if (paths.length === 0)
    return `The user went back at ${time} UTC to ${toState(target)}; no file had to change.`;
  const files = `${count(paths.length, "file")} (${listOf(paths, MAX_FILES)})`;
  if (kind === "undo")
    return `The user took back a restore of files at ${time} UTC (${target}): ${files} changed again. Read them before you edit them.`;
  const turn = prompt === undefined ? "" : `, the turn "${bounded(oneLine(prompt), WIDTH)}"`;
  return `The user restored files at ${time} UTC to ${toState(target)}${turn}: ${files}. What was changed in them since then is gone: read them before you edit them, and do not report that work as done.`;
}

function toState(target: string): string {
  return target.startsWith("before ") ? `their state ${target}` : target;
}

function whatRemains({ commands, commits }: Remains): string {
  const parts = [
    ...(commands.length === 0
      ? []
      : [`${count(commands.length, "command")} ran (${listOf(commands.toReversed(), MAX_COMMANDS, "; ")})`]),
    ...(commits === undefined || commits.count === 0 ? [] : [describeCommits(commits)]),
  ];
  if (parts.length === 0) return "No command or commit since then is known.";
  return `Outside of these files nothing was taken back. Since then: ${parts.join("; ")}. Do not repeat that without need.`;
}

function describeCommits({ commits, count: total, unpushed }: CommitsSince): string {
  const subjects = commits.map(({ id, subject }) => `${id} ${subject}`);
  const pushed =
    unpushed === 0 ? "pushed" : unpushed === total ? "not pushed" : `${total - unpushed} of them pushed`;
  return `${count(total, "commit")} (${listOf(subjects, MAX_COMMITS, "; ", total)}), ${pushed}`;
}

function listOf(items: readonly string[], most: number, separator = ", ", total = items.length): string {
  const shown = items.slice(0, most).map((item) => bounded(oneLine(item), WIDTH));
  const more = total - shown.length;
  return `${shown.join(separator)}${more > 0 ? `${separator}${more} more` : ""}`;
}
