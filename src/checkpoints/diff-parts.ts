/** The parts of a state that are compared, in the order in which they are shown. */
export const PARTS = [
  "prompts",
  "phases",
  "statements",
  "todos",
  "decisions",
  "failures",
  "blockers",
  "files",
  "other",
] as const;
