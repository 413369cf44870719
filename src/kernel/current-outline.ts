import type { Capture } from "./capture.ts";
import { CHANNELS, MAX_CAPTURED } from "./statement.ts";

/** What a list shows of a session, besides what it inherited. Sentences and bookkeeping, most of a capture, are not read. */
export type Outline = Pick<
  Capture,
  "version" | "goal" | "prompts" | "proposal" | "responses" | "todos" | "decisions" | "files" | "commands"
>;

const TODO_STATES: ReadonlySet<unknown> = new Set(["pending", "in_progress", "completed"]);
const ALL_CHANNELS: ReadonlySet<unknown> = new Set(CHANNELS);

/**
 * The outline of a stored capture in its newest form, checked by hand: a schema takes ten times as long, and the first
 * frame of a list has no time for it. Undefined for everything else, which the schema has to judge.
 */
export function currentOutline(stored: unknown): Outline | undefined {
  const {
    version,
    goal,
    prompts,
    proposal = null,
    responses,
    todos,
    decisions,
    files,
    commands,
  } = fieldsOf(stored);
  const said = { prompts, responses };
  const isCurrent =
    version === 3 &&
    isTextOrNull(goal) &&
    isTextOrNull(proposal) &&
    areStatements(said) &&
    isListOf<Outline["todos"]>(todos, isTodo) &&
    isListOf<Outline["decisions"]>(decisions, isDecision) &&
    isListOf<Outline["files"]>(files, isFile) &&
    isListOf<Outline["commands"]>(commands, isCommand);
  if (!isCurrent) return undefined;
  return { version, goal, ...said, proposal, todos, decisions, files, commands };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isListOf<List>(value: unknown, isItem: (item: Fields) => boolean): value is List {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && isItem(item))
  );
}

type Said = Pick<Outline, "prompts" | "responses">;

function areStatements(said: Record<keyof Said, unknown>): said is Said {
  return [said.prompts, said.responses].every((list) => isListOf(list, isStatement));
}

const isStatement = ({ id, channel, text, asked, at }: Fields) =>
  typeof id === "string" && ALL_CHANNELS.has(channel) && isText(text) && isTextOrNull(asked) && isMoment(at);

const isTodo = ({ content, status, task, call }: Fields) =>
  isText(content) && TODO_STATES.has(status) && isIdOrMissing(task) && isIdOrMissing(call);

const isDecision = ({ decision, rationale }: Fields) => isText(decision) && isTextOrNull(rationale);

const isFile = ({ path, action, at, changedAt, edit, deleted }: Fields) =>
  typeof path === "string" &&
  (action === "read" || action === "changed") &&
  isMoment(at) &&
  (changedAt === null || isMoment(changedAt)) &&
  edit === null &&
  (deleted === undefined || typeof deleted === "boolean");

const isCommand = ({ id, command, ok, output, named, at }: Fields) =>
  typeof id === "string" &&
  isText(command) &&
  (ok === null || typeof ok === "boolean") &&
  isText(output) &&
  (named === undefined || isText(named)) &&
  isMoment(at);

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_CAPTURED;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isIdOrMissing(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.length <= 200);
}

/** As in `moment.ts`. */
function isMoment(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= 8.64e15;
}
