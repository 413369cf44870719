import * as z from "zod";
import type { JsonValue } from "../kernel/json.ts";

const texts = z.array(z.string()).catch([]);

/** The parts of a state that every kind may have (D13-D19). What is missing or of another shape counts as empty. */
const KnownState = z
  .object({
    current_phase: z.coerce.string().nullable().catch(null),
    completed_phases: texts,
    pending_phases: texts,
    todos: z
      .array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) }))
      .catch([]),
    decisions: z
      .array(z.object({ phase: z.string().nullish(), decision: z.string(), rationale: z.string().nullish() }))
      .catch([]),
    files_modified: texts,
    goal: z.string().nullable().catch(null),
    last_answer: z.string().nullable().catch(null),
  })
  .partial();

export type StateSummary = ReturnType<typeof summariseState>;

export function summariseState(state: JsonValue) {
  const parsed = KnownState.safeParse(state);
  const known = parsed.success ? parsed.data : {};
  const todos = known.todos ?? [];
  const pending = known.pending_phases ?? [];
  const open = todos.filter(({ status }) => status !== "completed");
  const current = open.find(({ status }) => status === "in_progress") ?? open[0];
  return {
    phase: known.current_phase ?? null,
    completed: known.completed_phases ?? [],
    pending,
    todos,
    decisions: (known.decisions ?? []).map(({ phase, decision, rationale }) => ({
      phase: phase ?? null,
      decision,
      rationale: rationale ?? null,
    })),
    files: known.files_modified ?? [],
    /** D45: the next thing to do: the first pending phase, else the todo at hand. */
    next: pending[0] ?? current?.content ?? null,
    progress: progressOf(known.completed_phases ?? [], pending, todos),
  };
}

function progressOf(
  completed: readonly string[],
  pending: readonly string[],
  todos: readonly { status: string }[],
): number | null {
  const done = completed.length || todos.filter(({ status }) => status === "completed").length;
  const total = completed.length + pending.length || todos.length;
  return total === 0 ? null : Math.round((100 * done) / total);
}
