import { isAbsolute } from "node:path";
import type * as z from "zod";
import { requestsOf } from "../../../capture/has-work.ts";
import { withInherited } from "../../../capture/inherit.ts";
import type { CheckpointView } from "../../../checkpoints/checkpoint-view.ts";
import type { inspect } from "../../../checkpoints/operations/inspect.ts";
import { type Outline, outlineState } from "../../../checkpoints/outline-state.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import { captureOfState } from "../../../recovery/work/capture-of-state.ts";
import { bounded, oneLine } from "../../../text/bounded.ts";
import { shownPath } from "../../../text/shown-path.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago } from "../layout/table.ts";
import { fields, percent, stepOf, turnFiles } from "./checkpoints.ts";

/** Maximum number of characters of an item; `--json` prints everything. */
const WIDTH = 200;
/** Maximum number of items in a section. */
const MAX_ITEMS = 20;

const REASONS = {
  periodic: "at an interval",
  pre_compact: "before a compaction",
  session_end: "at the end of the session",
  recovered: "from an interrupted session",
  agent: "by the agent",
  explicit: "on request",
  phase_complete: "at the end of a phase",
  handoff: "for a handoff",
  file_change: "after file changes",
  before_risk: "before a risky step",
  mark: "before an exploration",
  rewind: "after an exploration",
} satisfies Record<CheckpointView["trigger"], string>;

/** D57: a checkpoint as a page, with its contents and origin. */
export function renderInspect(shown: z.infer<typeof inspect.output>, how: Rendering): string[] {
  const { checkpoint, warning } = shown;
  const whole = outlineState(shown.state);
  const { worktree } = checkpoint;
  const files = whole.files.map((path) => (isAbsolute(path) ? shownPath(path, { worktree }) : path));
  const outline = { ...whole, ...saidIn(shown.state), files };
  return [
    how.style.strong(checkpoint.name === null ? checkpoint.id : `${checkpoint.id} (${checkpoint.name})`),
    ...(warning ? [how.style.bad(warning)] : []),
    ...about(checkpoint, how),
    ...filesLine(shown.files),
    ...turnLines(shown.turn),
    ...contents(outline, how),
    ...section("Lineage", lineage(shown, how), how),
    "",
    how.style.dim("The whole state: add --json"),
  ];
}

/** What was asked for, without prompts that only go on. The requests of such a session are those that it continues. */
function saidIn(state: unknown): Partial<Pick<Outline, "prompts" | "statements">> {
  const { capture, isCaptured } = captureOfState(state, 0);
  if (!isCaptured) return {};
  const whole = withInherited(capture);
  return {
    prompts: requestsOf(whole).map(({ text }) => text),
    statements: [...new Set(whole.sentences.map(({ text }) => text))],
  };
}

function about(checkpoint: CheckpointView, { now }: Rendering): string[] {
  const { createdAt, agent, nativeSession, continues, branch, head, worktree } = checkpoint;
  const session = [agent, nativeSession].filter((part) => part !== null).join(", ");
  return fields([
    [
      "Saved",
      `${ago(createdAt, now)}, ${createdAt.replace("T", " ").slice(0, 19)} UTC (${REASONS[checkpoint.trigger]})`,
    ],
    ["Abandoned", checkpoint.abandoned ? "by a rewind" : null],
    ["Workflow", checkpoint.workflow],
    ["Type", checkpoint.workflowType],
    ["Step", stepOf(checkpoint)],
    ["Progress", percent(checkpoint.progress)],
    ["Session", session],
    ["Continues", !continues ? null : `${continues.agent}, ${continues.nativeSession}${linkOf(checkpoint)}`],
    ["Directory", worktree],
    ["Branch", [branch, head?.slice(0, 10)].filter(Boolean).join(" at ")],
    ["Digest", checkpoint.digest],
  ]);
}

function filesLine(files: z.infer<typeof inspect.output>["files"]): string[] {
  if (files === null) return [];
  if (files.problem !== null) return [`Files: not captured: ${files.problem}`];
  const left = files.uncovered === 0 ? "" : ` (${files.uncovered} not covered)`;
  return [`Files: captured${left}; bring them back with holdfast restore`];
}

function turnLines(turn: z.infer<typeof inspect.output>["turn"]): string[] {
  if (turn === null) return [];
  const { files, wentBackTo } = turn;
  return fields([
    [
      "Turn",
      files > 0 ? `${turn.turn} changed files: ${turnFiles(turn)}; holdfast changes ${turn.turn}` : null,
    ],
    ["Went back", wentBackTo === null ? null : `files had gone back to before turn ${wentBackTo}`],
  ]);
}

/** How the session continues another one, unless that is simply another session of the same agent. */
function linkOf({ agent, continues }: CheckpointView): string {
  if (!continues) return "";
  if (continues.reason !== "handoff") return ` (${continues.reason})`;
  return continues.agent === agent ? "" : " (handed over)";
}

/** A state, section by section. */
export function contents(outline: Outline, how: Rendering): string[] {
  const { goal, prompts, phases, statements, todos, nextSteps, decisions, failures, blockers, files, other } =
    outline;
  const open = todos.filter(({ status }) => status !== "completed");
  const done = todos.filter(({ status }) => status === "completed");
  const request = prompts.at(-1);
  const lines = (title: string, items: readonly string[]) => section(title, listed(items), how);
  return [
    ...section("Goal", goal === null ? [] : [brief(goal)], how),
    ...section("Latest request", request === undefined || request === goal ? [] : [brief(request)], how),
    ...lines("Phases", phases.map(checked)),
    ...lines("User said", statements),
    ...lines(`Todos (${open.length} open, ${done.length} done)`, [...open, ...done].map(checked)),
    ...lines("Next steps", nextSteps),
    ...lines(
      "Decisions",
      decisions.map(({ text, rationale }) => (rationale === null ? text : `${text} (${rationale})`)),
    ),
    ...lines(
      "Still failing",
      failures.map(({ text, output }) => (output === "" ? text : `${text}: ${output}`)),
    ),
    ...lines("Blockers", blockers),
    ...lines(`Files changed (${files.length})`, files.toReversed()),
    ...section("Other state", otherLines(other), how),
  ];
}

function checked({ text, status }: { text: string; status: string }): string {
  const mark = status === "completed" ? "x" : " ";
  return `[${mark}] ${text}${status === "in_progress" ? " (in progress)" : ""}`;
}

function otherLines(other: Record<string, JsonValue>): string[] {
  if (Object.keys(other).length === 0) return [];
  return JSON.stringify(other, null, 2).split("\n");
}

function lineage({ checkpoint, parent, children }: z.infer<typeof inspect.output>, how: Rendering): string[] {
  const described = (each: CheckpointView) => {
    const title = each.name ?? stepOf(each) ?? each.digest ?? REASONS[each.trigger];
    return `${each.id} (${bounded(oneLine(title), 60)}), ${ago(each.createdAt, how.now)}`;
  };
  const gone =
    checkpoint.parent === null ? "none (this is the first)" : `${checkpoint.parent}, which was deleted`;
  const [only, another] = children;
  return [
    `Parent: ${parent ? described(parent) : gone}`,
    ...(only && !another ? [`Child: ${described(only)}`] : []),
    ...(another ? [`${children.length} children:`, ...listed(children.map(described))] : []),
    ...(only ? [] : ["Children: none (this is the latest)"]),
  ];
}

function section(title: string, lines: readonly string[], { style }: Rendering): string[] {
  return lines.length === 0 ? [] : ["", style.strong(title), ...lines];
}

function listed(items: readonly string[]): string[] {
  const more = items.length - MAX_ITEMS;
  return [
    ...items.slice(0, MAX_ITEMS).map((item) => `- ${brief(item)}`),
    ...(more > 0 ? [`(+${more} more)`] : []),
  ];
}

function brief(text: string): string {
  return bounded(oneLine(text), WIDTH);
}
