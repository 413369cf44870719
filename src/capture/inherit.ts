import { type Capture, INHERITED_STALE_AFTER } from "../kernel/capture.ts";
import { withinBounds } from "../statements/keep-sentences.ts";
import { todoKey } from "./facts/keep-todos.ts";
import { isBelow } from "./facts/touch-files.ts";
import { requestsOf } from "./has-work.ts";
import { LIMITS } from "./limits.ts";
import { unresolvedFailures } from "./open-failures.ts";

type Inheritance = NonNullable<Capture["inherited"]>;

/**
 * Adds what a session inherits from the one that it continues, so that nothing is lost in a chain of killed sessions.
 * The user's sentences are inherited permanently, the rest until the session has enough prompts of its own.
 */
export function inherit(own: Capture, earlier: Capture): Capture {
  const whole = withInherited(earlier);
  const known = new Set(own.sentences.map(({ text }) => text));
  const inherited = whole.sentences.filter(({ text }) => !known.has(text));
  const plan = whole.responses.findLast(({ channel, text }) => channel === "plan" && text !== "");
  return {
    ...own,
    sentences: withinBounds([...inherited, ...own.sentences]),
    inherited: {
      goal: whole.goal,
      request: requestsOf(whole).at(-1)?.text ?? earlier.inherited?.request ?? null,
      prompts: whole.prompts.slice(-LIMITS.inheritedPrompts),
      proposal: whole.proposal,
      todos: whole.todos.filter(({ status }) => status !== "completed"),
      decisions: whole.decisions,
      files: changedPaths(whole).slice(-LIMITS.inheritedFiles),
      failures: unresolvedFailures(whole).slice(-LIMITS.openFailures),
      lastAnswer: whole.lastAnswer,
      lastAnswerAt: whole.lastAnswerAt,
      ...(plan ? { plan } : {}),
    },
  };
}

/** Returns the capture as it is delivered: including what was inherited, unless that is stale. */
export function withInherited(capture: Capture): Capture {
  const inherited = inheritedOf(capture);
  if (inherited === null) return capture;
  const known = new Set(capture.todos.map(({ content }) => todoKey(content)));
  const left = inherited.todos.filter(({ content }) => !known.has(todoKey(content)));
  return {
    ...capture,
    ...latestOf(inherited, capture),
    goal: inherited.goal ?? capture.goal,
    todos: [...capture.todos, ...left].slice(0, LIMITS.todos),
    decisions: [...inherited.decisions, ...capture.decisions].slice(-LIMITS.decisions),
    responses: inherited.plan ? [inherited.plan, ...capture.responses] : capture.responses,
    files: withFiles(inherited, capture),
    commands: withFailures(inherited, capture),
    ...lastAnswerOf(inherited, capture),
  };
}

/** What an agent says that was only asked to go on, and did nothing, is not where the work stopped. */
function lastAnswerOf(inherited: Inheritance, own: Capture): Pick<Capture, "lastAnswer" | "lastAnswerAt"> {
  const { commands, files, responses, todos } = own;
  const isOwnWork =
    requestsOf(own).length > 0 || [commands, files, responses, todos].some(({ length }) => length > 0);
  const [first, second] = isOwnWork ? [own, inherited] : [inherited, own];
  const { lastAnswer, lastAnswerAt = null } = first.lastAnswer === null ? second : first;
  return { lastAnswer, lastAnswerAt };
}

/** If the session was only asked to continue, the latest request is that of the session before it. */
function latestOf(
  { proposal, prompts: earlier = [] }: Inheritance,
  { sentences, prompts, proposal: own }: Capture,
): Partial<Pick<Capture, "sentences" | "proposal" | "prompts">> {
  if (requestsOf({ prompts, proposal: own }).length > 0) return {};
  const times = new Set(prompts.map(({ at }) => at));
  const inherited = { sentences: sentences.filter(({ at }) => !times.has(at)), proposal };
  return earlier.length === 0 ? inherited : { ...inherited, prompts: earlier };
}

/** What a session inherited; null once it is stale. */
export function inheritedOf({ inherited, prompts }: Pick<Capture, "inherited" | "prompts">) {
  return prompts.length >= INHERITED_STALE_AFTER ? null : inherited;
}

/** The paths of the files that a session changed and did not delete, newest last. */
export function changedPaths({ files }: Pick<Capture, "files">): string[] {
  return files
    .filter(({ action, deleted }) => action === "changed" && deleted !== true)
    .map(({ path }) => path);
}

/** The paths of the files and directories that a session deleted, newest last, without what is in such a directory. */
export function deletedPaths({ files }: Pick<Capture, "files">): string[] {
  const paths = files.filter(({ deleted }) => deleted === true).map(({ path }) => path);
  return paths.filter((path) => !paths.some((directory) => isBelow(path, directory)));
}

/** A file that an earlier session changed counts as changed even if this session only read it. */
function withFiles(inherited: Inheritance, { files }: Capture): Capture["files"] {
  const changed = new Set(changedPaths({ files }));
  const deleted = deletedPaths({ files });
  const before = inherited.files.filter(
    (path) => !changed.has(path) && !deleted.some((gone) => path === gone || isBelow(path, gone)),
  );
  const unchanged = files.filter(({ path }) => !before.includes(path));
  const earlier = before.map((path) => ({
    path,
    action: "changed" as const,
    at: 0,
    changedAt: 0,
    edit: null,
  }));
  return [...earlier, ...unchanged];
}

/** Inherited failures precede the session's own commands, one of which may have resolved them. */
function withFailures(inherited: Inheritance, { commands }: Capture): Capture["commands"] {
  const own = new Set(commands.map(({ id }) => id));
  return [...inherited.failures.filter(({ id }) => !own.has(id)), ...commands];
}
