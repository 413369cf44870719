import type { JsonObject } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { StepKind } from "../kernel/workflow-record.ts";
import type { Attempt, Call, Journal, StepOptions } from "./journal/journal.ts";
import type { Branches, HandoffOptions, WorkflowScope } from "./scope.ts";
import type { Note } from "./state/note.ts";
import { applyNote, type RunState } from "./state/run-state.ts";
import type { Transition } from "./state/to-checkpoint-state.ts";
import { traceWork } from "./trace-work.ts";

/** A checkpoint that the program requests. The place determines its id, so saving it again after a crash is safe. */
export interface CheckpointRequest {
  place: string;
  stepName: string;
  agent?: string | undefined;
  name?: string | undefined;
  trigger: "phase_complete" | "handoff" | "before_risk" | "explicit" | "periodic";
  transition?: Omit<Transition, "trigger">;
}

export interface ScopeParts {
  runId: string;
  journal: Journal;
  state: RunState;
  /** Removes secrets from names and notes, which people read. */
  redactor: Redactor;
  /** Called before each attempt at a step, but not if its result is already recorded. */
  onAttempt?: (attempt: { place: string; key: string; attempt: number }) => void;
  /** Saves the current state and returns the id of the checkpoint. */
  save: (request: CheckpointRequest) => Promise<string>;
}

/** Creates the scope of a run. `prefix` precedes the places of a branch. */
export function createScope(parts: ScopeParts, prefix = ""): WorkflowScope {
  const { journal, runId, redactor } = parts;
  const places = { next: 1 };
  const call: NewCall = (kind, key) => {
    const place = `${prefix}${places.next++}`;
    // A recorded key has been redacted already. Skipping it makes resuming a run of many steps fast.
    return { place, kind, key: journal.recordedKey(place) === key ? key : redactor.text(key) };
  };
  const step = async <T>(key: string, work: Work<T>, options: StepOptions = {}): Promise<T> => {
    const at = call("step", key);
    const run = async (attempt: Attempt) => {
      parts.onAttempt?.({ place: at.place, key: at.key, attempt: attempt.attempt });
      const attributes = {
        "holdfast.workflow.id": runId,
        "holdfast.step.name": at.key,
        "holdfast.step.attempt": attempt.attempt,
      };
      const span = { name: `step ${at.key}`, attributes, redactor };
      return { value: await traceWork(span, () => work(attempt)) };
    };
    return (await journal.step(at, run, options)) as T;
  };
  return {
    id: runId,
    step,
    ...createCheckpointMethods(parts, { call, step }),
    ...createNoteMethods(parts),
    sleep: (ms) => journal.sleep(call("sleep", "sleep"), ms),
    waitFor: async <T>(name: string, { timeout }: { timeout?: number } = {}) =>
      (await journal.receive(call("signal", name), name, timeout)) as T | undefined,
    parallel: (branches) => runBranches(parts, branches, call("checkpoint", "parallel").place),
    async patched(id) {
      const place = `${prefix}${places.next}`;
      const isPatched = await journal.patched({ place, kind: "patch", key: id });
      if (isPatched) places.next++;
      return isPatched;
    },
  };
}

type Work<T> = (attempt: Attempt) => Promise<T> | T;
type NewCall = (kind: StepKind, key: string) => Call;
type CheckpointMethods = Pick<WorkflowScope, "phase" | "handoff" | "risky" | "checkpoint">;

/** The methods that save checkpoints. Each save is a separate call that ends before the program continues. */
function createCheckpointMethods(
  parts: ScopeParts,
  { call, step }: { call: NewCall; step: WorkflowScope["step"] },
): CheckpointMethods {
  const saveAt = async (at: Call, request: Omit<CheckpointRequest, "place">): Promise<string> => {
    const save = async () => {
      const checkpointId = await parts.save({ ...request, place: at.place });
      return { value: checkpointId, checkpointId };
    };
    return String(await parts.journal.step(at, save, {}));
  };
  return {
    async phase(name, work) {
      const end = call("phase", name);
      addNote(parts, { type: "phase", name, done: false });
      const result = await work();
      addNote(parts, { type: "phase", name, done: true });
      await saveAt(end, { stepName: `${name} complete`, trigger: "phase_complete" });
      return result;
    },
    async handoff<T>(from: string, to: string, { reason, work }: HandoffOptions<T> = {}): Promise<T> {
      const transition = { from, to, ...(reason === undefined ? {} : { reason }) };
      const save = (when: string) =>
        saveAt(call("checkpoint", `${from} to ${to}`), {
          stepName: `${when} ${from} to ${to}`,
          trigger: "handoff",
          transition,
          agent: to,
        });
      await save("before");
      const result = await work?.();
      if (work) await save("after");
      return result as T;
    },
    async risky(what, work, options) {
      await saveAt(call("checkpoint", what), { stepName: `before ${what}`, trigger: "before_risk" });
      return await step(what, work, options);
    },
    checkpoint: (name) => {
      const stepName = name ?? "checkpoint";
      return saveAt(call("checkpoint", stepName), { stepName, name, trigger: "explicit" });
    },
  };
}

type NoteMethods = Pick<
  WorkflowScope,
  "decide" | "todo" | "touched" | "output" | "episode" | "context" | "gate"
>;

function createNoteMethods(parts: ScopeParts): NoteMethods {
  const note = (given: Note) => addNote(parts, given);
  return {
    decide: (decision, rationale = "") =>
      note({ type: "decision", decision, rationale: rationale || null, phase: parts.state.phase }),
    todo: (content, status = "pending") => note({ type: "todo", content, status }),
    touched: (...paths) => note({ type: "files", paths }),
    output: (agent, summary) => note({ type: "output", agent, summary }),
    episode: (id) => note({ type: "episode", id }),
    context: (context) => note({ type: "context", context }),
    gate: (gate, outcome) => note({ type: "gate", gate, outcome }),
  };
}

function addNote({ state, journal, redactor }: ScopeParts, given: Note): void {
  const note = redactor.json({ ...given } as JsonObject) as unknown as Note;
  applyNote(state, note);
  journal.note(note);
}

/** The name of a branch as a part of places, which slashes divide. DBOS's names of steps divide them by spaces. */
function segmentOf(name: string): string {
  return name.replaceAll(/[%/\s]/g, encodeURIComponent);
}

/** Waits for all branches: none may continue to record for a program that has already failed. */
async function runBranches<T extends Branches>(
  parts: ScopeParts,
  branches: T,
  place: string,
): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>> }> {
  const ended = new Map<string, PromiseSettledResult<unknown>>();
  const works = Object.entries(branches).map(([name, branch]) => async (journal: Journal) => {
    const [result] = await Promise.allSettled([
      branch(createScope({ ...parts, journal }, `${place}/${segmentOf(name)}/`)),
    ]);
    ended.set(name, result);
  });
  await parts.journal.parallel(works);
  const results = Object.keys(branches).map(async (name) => {
    const result = ended.get(name);
    if (result?.status === "rejected") throw result.reason;
    return [name, result?.value] as const;
  });
  return Object.fromEntries(await Promise.all(results)) as never;
}
