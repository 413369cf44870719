/** The sections of a record in reading order: what the user said, requests, open work, circumstances. */
export const SECTIONS = [
  "goal",
  "statements",
  "answered",
  "request",
  "before",
  "todos",
  "decisions",
  "plan",
  "refusals",
  "noted",
  "failures",
  "unfinished",
  "files",
  "stopped",
  "summary",
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** One line that a record may contain. */
export interface Line {
  section: SectionName;
  text: string;
  /** Its position in the section. */
  order: number;
  /** What the next session would lose without it: 1 is a fact that it certainly needs. */
  value: number;
  /** The prompt that it comes from. Adjacent lines of a prompt share an item. */
  prompt?: number;
  /** Its text ends with what it answers, so that nothing may follow it in the same item. */
  isAnswer?: boolean;
}

/**
 * The headings of the sections, which `resume` returns too. They are short, since each character is one less for the
 * content.
 */
export const TITLES: Record<SectionName, string> = {
  goal: "First asked",
  statements: "User said",
  answered: "Last answer",
  request: "Latest request",
  before: "Previous request",
  todos: "Open todos",
  decisions: "Decisions",
  plan: "Plan of the agent that the user approved",
  refusals: "Refused by the user",
  noted: "Noted by the agent",
  failures: "Still failing",
  unfinished: "Started, but not finished",
  files: "Files changed",
  stopped: "Last answer",
  summary: "Summary by the agent (not the user's words)",
};

/** Whether two lines of one section share an item. */
export function sharesItem(before: Line, line: Line): boolean {
  const isNext =
    line.prompt !== undefined && before.prompt === line.prompt && before.order + 1 === line.order;
  return isNext && !before.isAnswer;
}

const PROSE: ReadonlySet<string> = new Set([
  TITLES.goal,
  TITLES.request,
  TITLES.before,
  TITLES.answered,
  TITLES.stopped,
]);

/** How the items of a section are written: as running text, in one row, one per line, or as a list. */
export function layoutOf(title: string): "prose" | "row" | "lines" | "list" {
  if (PROSE.has(title)) return "prose";
  if (title === TITLES.statements) return "lines";
  return title === TITLES.files ? "row" : "list";
}
