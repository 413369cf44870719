/** The suffix for the name of a task runner: `mise run lint` is `mise-run lint`. */
export const RUN = "-run";

/** Task runners, with what precedes the name of the task. */
const TASK_RUNS = /^(?:mise (?:run|r)|moon run|lerna run|dagger call|cargo (?:xtask|make)|earthly(?= \+)) /;
/** Program runners that also run tasks. */
const PROGRAM_RUNS = /^(?:hatch|pdm|rye|pipenv|poetry|uv) run /;
const TASK =
  /^(?:tests?|check|lint|types?|typecheck|type-check|build|compile|verify|validate|ci|qa|all|style)(?:[:.-]\S*)?$/;

/** Normalizes a task: `composer run-script test` is `composer test`, `mise run lint` is `mise-run lint`. */
export function asTask(words: readonly string[]): readonly string[] {
  const [program = "", run = "", ...rest] = words;
  if (program === "composer" && /^run(?:-script)?$/.test(run)) return [program, ...rest];
  const task = taskOf(words);
  return task.length === 0 ? words : [`${program}${RUN}`, ...task];
}

/** The task and what follows it; empty if none is run. */
function taskOf(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !word.startsWith("-")).join(" ");
  const isTaskRunner = TASK_RUNS.test(bare);
  const runner = (isTaskRunner ? TASK_RUNS : PROGRAM_RUNS).exec(bare)?.[0].trim();
  if (runner === undefined) return [];
  const length = runner.split(" ").length;
  const task = words.slice(words.findIndex((word, i) => i >= length && !word.startsWith("-")));
  return isTaskRunner || TASK.test(task[0] ?? "") ? task : [];
}
