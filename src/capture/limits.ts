/** Bounds keep the state near 64 KB however long the session is. */
export const LIMITS = {
  prompts: 30,
  responses: 40,
  todos: 40,
  decisions: 30,
  files: 60,
  inheritedFiles: 30,
  commands: 40,
  command: 300,
  output: 300,
  openFailures: 12,
  queries: 20,
  remembered: 10,
  recalled: 100,
};
