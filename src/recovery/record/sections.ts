/** What a record is made of, in the order in which a reader needs it: what binds, what is asked, what is open, the circumstances. */
export const SECTIONS = [
  "rules",
  "goal",
  "said",
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

/** One line that can be told. */
export interface Line {
  section: SectionName;
  text: string;
  /** Its place in its section. */
  order: number;
  /** How much is lost without it: 1 is a fact that the next session certainly needs. */
  value: number;
}

/** The headings by which a reader, and `resume`, know the sections. */
export const TITLES: Record<SectionName, string> = {
  rules: "Rules of the user (verbatim)",
  goal: "The session began with",
  said: "The user said, in this order",
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
