import { bounded, type Capture } from "./capture-state.ts";
import { unresolvedFailures } from "./unresolved-failures.ts";

export interface Section {
  title: string;
  items: string[];
}

/** How many items of a kind, and how many characters of each. */
type Share = readonly [count: number, chars: number];
interface Plan {
  rules: Share;
  request: Share;
  goal: Share;
  todos: Share;
  decisions: Share;
  failures: Share;
  files: Share;
  stopped: Share;
}

/**
 * From generous to tight. What gives way first is what the next session can find out by itself: the last answer, files,
 * decisions' rationale, the goal. Rules (up to 8), open todos (up to 10) and the latest request are in every plan: nobody
 * can reconstruct what a person demanded.
 */
const PLANS: readonly Plan[] = [
  {
    rules: [12, 260],
    request: [1, 600],
    goal: [1, 300],
    todos: [20, 160],
    decisions: [12, 200],
    failures: [4, 260],
    files: [25, 100],
    stopped: [1, 400],
  },
  {
    rules: [10, 220],
    request: [1, 400],
    goal: [1, 180],
    todos: [14, 120],
    decisions: [8, 150],
    failures: [3, 180],
    files: [15, 80],
    stopped: [1, 220],
  },
  {
    rules: [9, 180],
    request: [1, 300],
    goal: [1, 120],
    todos: [12, 90],
    decisions: [6, 110],
    failures: [3, 130],
    files: [10, 70],
    stopped: [1, 140],
  },
  {
    rules: [8, 140],
    request: [1, 220],
    goal: [1, 90],
    todos: [10, 70],
    decisions: [4, 80],
    failures: [2, 100],
    files: [8, 60],
    stopped: [1, 80],
  },
  {
    rules: [8, 110],
    request: [1, 150],
    goal: [0, 0],
    todos: [10, 48],
    decisions: [3, 60],
    failures: [2, 70],
    files: [5, 45],
    stopped: [0, 0],
  },
  {
    rules: [8, 70],
    request: [1, 90],
    goal: [0, 0],
    todos: [10, 30],
    decisions: [0, 0],
    failures: [1, 60],
    files: [0, 0],
    stopped: [0, 0],
  },
];

/** The sections of a recovery, best plan first; the caller takes the first that fits its budget. */
export function rankFacts(capture: Capture, worktree: string): Section[][] {
  return PLANS.map((plan) => sectionsOf(capture, worktree, plan).filter(({ items }) => items.length > 0));
}

function sectionsOf(capture: Capture, worktree: string, plan: Plan): Section[] {
  const latest = capture.prompts.at(-1)?.text ?? "";
  const open = capture.todos.filter(({ status }) => status !== "completed");
  const changed = capture.files
    .filter(({ action }) => action === "changed")
    .map(({ path }) => relative(path, worktree));
  // A rule that stands whole in the latest request would be said twice.
  const rules = capture.rules
    .map(({ text }) => text)
    .filter((text) => !shown(latest, plan.request).includes(text));
  const goal = capture.goal !== null && capture.goal !== latest ? [capture.goal] : [];
  return [
    { title: "The user ruled (verbatim)", items: newest(rules, plan.rules) },
    { title: "Latest request (verbatim)", items: newest(latest ? [latest] : [], plan.request) },
    { title: "The session began with", items: newest(goal, plan.goal) },
    { title: "Open todos", items: first(open.map(todoLine), plan.todos) },
    { title: "Decisions", items: newest(capture.decisions.map(decisionLine), plan.decisions) },
    {
      title: "Failed and not mended",
      items: newest(unresolvedFailures(capture).map(failureLine), plan.failures),
    },
    { title: "Files changed", items: newest(changed, plan.files) },
    {
      title: "Where it stopped",
      items: newest(capture.lastAnswer ? [capture.lastAnswer] : [], plan.stopped),
    },
  ];
}

function shown(text: string, [, chars]: Share): string {
  return bounded(text, chars);
}

function newest(items: readonly string[], [count, chars]: Share): string[] {
  return count === 0 ? [] : withOmitted(items.slice(-count), items.length - count, chars);
}

function first(items: readonly string[], [count, chars]: Share): string[] {
  return withOmitted(items.slice(0, count), items.length - count, chars);
}

function withOmitted(items: readonly string[], omitted: number, chars: number): string[] {
  const lines = items.map((item) => bounded(item.replaceAll(/\s+/g, " ").trim(), chars));
  return omitted > 0 ? [...lines, `(+${omitted} more)`] : lines;
}

function todoLine({ content, status }: Capture["todos"][number]): string {
  return status === "in_progress" ? `${content} (in progress)` : content;
}

function decisionLine({ decision, rationale }: Capture["decisions"][number]): string {
  return rationale ? `${decision} (${rationale})` : decision;
}

function failureLine({ command, output }: Capture["commands"][number]): string {
  return output ? `${command} → ${output}` : command;
}

function relative(path: string, worktree: string): string {
  return path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path;
}
