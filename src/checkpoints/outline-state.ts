import * as z from "zod";
import { INHERITED_STALE_AFTER } from "../kernel/capture.ts";
import type { JsonValue } from "../kernel/json.ts";
import { summarizeState } from "./summarize-state.ts";

/** A state in a form for people to read, without duplicates. */
export interface Outline {
  goal: string | null;
  prompts: string[];
  phases: { text: string; status: "completed" | "in_progress" | "pending" }[];
  /** What the user said, in order. */
  statements: string[];
  todos: { text: string; status: string }[];
  decisions: { text: string; rationale: string | null }[];
  failures: { text: string; output: string }[];
  files: string[];
  nextSteps: string[];
  blockers: string[];
  /** Additional fields that the caller saved. */
  other: Record<string, JsonValue>;
}

const Said = listOf(z.object({ text: z.string() }).transform(({ text }) => text));
const Commands = listOf(
  z.object({ command: z.string(), output: z.string().default(""), ok: z.boolean().nullish() }),
);
const goal = z.string().nullable().catch(null).default(null);

/** The fields that a capture writes. Missing or malformed fields count as empty. */
const Captured = z.object({
  goal,
  prompts: Said,
  sentences: Said,
  /** In states saved before sentences were introduced. */
  rules: Said,
  commands: Commands,
  failures: Commands,
  blockers: listOf(z.string()),
  inherited: z.record(z.string(), z.unknown()).nullable().catch(null).default(null),
});

export function outlineState(state: unknown): Outline {
  const parsed = Captured.safeParse(state);
  const captured = parsed.success ? parsed.data : Captured.parse({});
  const { todos, decisions, files, nextSteps, ...phases } = summarizeState(state);
  const own = { todos, decisions, files, failures: failuresOf(captured) };
  const earlier = captured.prompts.length < INHERITED_STALE_AFTER ? inheritedOf(captured.inherited) : NOTHING;
  const ranSince = new Set(captured.commands.map(({ command }) => command));
  return {
    goal: earlier.goal ?? captured.goal,
    prompts: captured.prompts,
    phases: phasesOf(phases),
    statements: unique([...captured.rules, ...captured.sentences], String),
    todos: unique([...own.todos, ...earlier.todos], ({ content }) => content).map(
      ({ content: text, status }) => ({
        text,
        status,
      }),
    ),
    decisions: unique([...earlier.decisions, ...own.decisions], ({ decision }) => decision).map(
      ({ decision: text, rationale }) => ({ text, rationale }),
    ),
    failures: unique(
      [...own.failures, ...earlier.failures.filter(({ command }) => !ranSince.has(command))],
      ({ command }) => command,
    ).map(({ command: text, output }) => ({ text, output })),
    files: unique([...earlier.files, ...own.files], String),
    nextSteps,
    blockers: captured.blockers,
    other: otherOf(state),
  };
}

function phasesOf({
  phase,
  completed,
  pending,
}: Pick<ReturnType<typeof summarizeState>, "phase" | "completed" | "pending">): Outline["phases"] {
  const current = phase === null || completed.includes(phase) ? [] : [phase];
  return [
    ...completed.map((text) => ({ text, status: "completed" as const })),
    ...current.map((text) => ({ text, status: "in_progress" as const })),
    ...pending.filter((text) => text !== phase).map((text) => ({ text, status: "pending" as const })),
  ];
}

/** Older states have no `failures`, only the commands. */
function failuresOf({ failures, commands }: z.infer<typeof Captured>): z.infer<typeof Commands> {
  if (failures.length > 0) return failures;
  const last = new Map(commands.map((run) => [run.command, run]));
  return [...last.values()].filter(({ ok }) => ok === false);
}

const NOTHING = inheritedOf(null);

function inheritedOf(inherited: Record<string, unknown> | null) {
  const { todos, decisions, files } = summarizeState({
    todos: inherited?.["todos"] ?? [],
    decisions: inherited?.["decisions"] ?? [],
    files_modified: inherited?.["files"] ?? [],
  });
  return {
    goal: goal.parse(inherited?.["goal"]),
    todos,
    decisions,
    files,
    failures: Commands.parse(inherited?.["failures"]),
  };
}

/** The fields that the outline shows, and internal fields of the capture. */
const KNOWN = new Set(
  `goal prompts responses summary sentences rules todos decisions commands lastAnswer lastAnswerAt proposal queries remembered tokens
  compactions inherited failures files_modified context next_steps blockers place current_phase completed_phases pending_phases`.split(
    /\s+/,
  ),
);

function otherOf(state: unknown): Record<string, JsonValue> {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return {};
  return Object.fromEntries(
    Object.entries(state).filter(([key, value]) => !KNOWN.has(key) && !isEmpty(value)),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Malformed items are omitted. */
function listOf<T>(item: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) =>
      items.flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
