/** The sections of a record in reading order: constraints, requests, open work, circumstances. */
export const SECTIONS = [
  "rules",
  "goal",
  "statements",
  "request",
  "before",
  "todos",
  "decisions",
  "refusals",
  "noted",
  "failures",
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
  /** What the next session loses without it: 1 is a fact that it certainly needs. */
  value: number;
}

/** The headings of the sections, which `resume` returns too. */
export const TITLES: Record<SectionName, string> = {
  rules: "Rules of the user (verbatim)",
  goal: "The session began with",
  statements: "The user said, in this order",
  request: "Latest request (verbatim)",
  before: "The request before it",
  todos: "Open todos",
  decisions: "Decisions",
  refusals: "Refused by the user",
  noted: "Noted by the agent",
  failures: "Still failing",
  files: "Files changed",
  stopped: "Where it stopped",
  summary: "Summary by the client (not the user's words)",
};
