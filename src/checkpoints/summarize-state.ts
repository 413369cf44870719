import * as z from "zod";

const texts = z.array(z.string()).default([]).catch([]);

/** The fields that a state of any kind may have (D13-D19). Missing or malformed fields count as empty. */
const KnownState = z.object({
  current_phase: z
    .union([z.string(), z.number().transform(String)])
    .nullable()
    .default(null)
    .catch(null),
  completed_phases: texts,
  pending_phases: texts,
  /** Written by an agent for the next session (`digest`). */
  next_steps: texts,
  todos: z
    .array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) }))
    .default([])
    .catch([]),
  decisions: z
    .array(z.object({ phase: z.string().nullish(), decision: z.string(), rationale: z.string().nullish() }))
    .default([])
    .catch([]),
  files_modified: texts,
});

export function summarizeState(state: unknown) {
  const parsed = KnownState.safeParse(state);
  const known = parsed.success ? parsed.data : KnownState.parse({});
  const { todos, current_phase: phase, completed_phases: completed, pending_phases: pending } = known;
  return {
    phase,
    completed,
    pending,
    nextSteps: known.next_steps,
    todos,
    decisions: known.decisions.map(({ phase = null, decision, rationale = null }) => ({
      phase,
      decision,
      rationale,
    })),
    files: known.files_modified,
    progress: progressOf(completed, pending, todos),
  };
}

type Summary = ReturnType<typeof summarizeState>;

/** The next thing to do (D45): the first pending phase, otherwise the current todo, otherwise the current phase. */
export function nextAction({
  phase,
  completed,
  pending,
  todos,
}: Pick<Summary, "phase" | "completed" | "pending" | "todos">): string | null {
  const isPhaseOpen = phase !== null && !completed.includes(phase);
  return pending[0] ?? todoAtHand(todos) ?? (isPhaseOpen ? phase : null);
}

function todoAtHand(todos: readonly { content: string; status: string }[]): string | null {
  const open = todos.filter(({ status }) => status !== "completed");
  return (open.find(({ status }) => status === "in_progress") ?? open[0])?.content ?? null;
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
