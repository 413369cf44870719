import type { Time } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed, toRecordedError } from "../recorded-error.ts";
import { pauseAfter } from "../retry-policy.ts";
import type { Note } from "../state/note.ts";
import { explainChange, explainMissing } from "./check-call.ts";
import type { Attempt, Call, Journal, Outcome, StepOptions } from "./journal.ts";
import { type LateRecords, lateRecords } from "./late-records.ts";
import { type Looked, lookForSignal } from "./look-for-signal.ts";
import { isSuccess, replay, withNotes } from "./step-records.ts";
import { withTimeout } from "./with-timeout.ts";

export interface JournalContext extends Time {
  store: WorkflowStorage;
  redactor: Redactor;
}

export interface Driven {
  runId: string;
  fence: number;
  /** What the run has recorded, that of its ancestors first. */
  recorded: readonly WorkflowStep[];
  /** What comes of a step is on the disk of the same server, by other means, before the next begins: this record may follow it. */
  late?: boolean;
}

type Work = (attempt: Attempt) => Promise<Outcome>;
type Write = (step: WorkflowStep) => Promise<boolean>;

/** Longer pauses are taken in parts: the clock may have been asleep with its machine. */
const LONGEST_PAUSE = 60_000;
const FIRST_LOOK = 20;
const LONGEST_LOOK = 500;

/** The journal of the embedded driver: one statement a step, which the store refuses when another process has the run. */
export class EmbeddedJournal implements Journal {
  readonly #ctx: JournalContext;
  readonly #driven: Driven;
  readonly #known: Map<string, WorkflowStep>;
  readonly #asked = new Set<string>();
  #notes: Note[] = [];
  #count: number;
  #stopped: HoldfastError | undefined;
  readonly #late: LateRecords | undefined;
  /** Recorded as soon as they are settled. */
  readonly #held = new Map<string, WorkflowStep>();

  constructor(ctx: JournalContext, driven: Driven) {
    this.#ctx = ctx;
    this.#driven = driven;
    this.#known = new Map(driven.recorded.map((step) => [step.place, step]));
    if (driven.late) this.#late = lateRecords((steps) => this.#writeAll(steps));
    this.#count = driven.recorded.reduce((most, { number }) => Math.max(most, number), 0);
  }

  async step(call: Call, work: Work, options: StepOptions): Promise<unknown> {
    const before = this.ask(call);
    if (before && before.endedAt !== null && !options.secret) return replay(before);
    const started = this.#begin(call, before);
    for (let attempts = started.attempts + 1; ; attempts++) {
      const tried = await this.#attempt({ ...started, attempts }, work, options);
      if ("done" in tried) return await this.#succeed(tried, options);
      const error = toRecordedError(tried.error, this.#ctx.redactor);
      const pause = pauseAfter(options.retry ?? {}, attempts, tried.error);
      const endedAt = pause === undefined ? this.#ctx.clock() : null;
      await this.#record({ ...started, attempts, error: JSON.stringify(error), endedAt });
      if (pause === undefined) throw stepFailed(call.key, error, tried.error);
      await this.#ctx.sleep(pause);
    }
  }

  async sleep(call: Call, ms: number): Promise<void> {
    const until = await this.beginSleep(call, ms);
    for (let left = this.left(until); left > 0; left = this.left(until)) {
      await this.#ctx.sleep(Math.min(left, LONGEST_PAUSE));
      if (this.#stopped) throw this.#stopped;
    }
  }

  /** Records when a sleep is over, and returns that time. */
  async beginSleep(call: Call, ms: number): Promise<number> {
    const { clock } = this.#ctx;
    const before = this.ask(call);
    const started = { ...this.#begin(call, before), result: String(clock() + ms), endedAt: clock() };
    return Number((before ?? (await this.#record(started))).result);
  }

  /** Milliseconds until a time. */
  left(until: number): number {
    return Math.max(0, until - this.#ctx.clock());
  }

  async receive(call: Call, name: string, timeout: number | undefined): Promise<unknown> {
    const { sleep } = this.#ctx;
    for (let pause = FIRST_LOOK; ; pause = Math.min(LONGEST_LOOK, pause * 1.5)) {
      const looked = await this.look(call, name, timeout);
      if ("payload" in looked) return fromJsonText(looked.payload);
      await sleep(Math.max(1, Math.min(pause, looked.left)));
    }
  }

  /** Takes the signal if it is there, or says how long there is to wait for it. The time counts from the first look. */
  async look(call: Call, name: string, timeout: number | undefined): Promise<Looked> {
    const before = this.ask(call);
    if (before && before.endedAt !== null) return { payload: before.result };
    const waiting = before ?? (await this.#record(this.#begin(call, before)));
    const record = (step: WorkflowStep, write?: Write) => this.#record(step, write);
    const how = { ...this.#ctx, record, fence: this.#driven.fence };
    return await this.#orStop(lookForSignal(how, waiting, { name, timeout }));
  }

  async parallel(branches: readonly ((journal: Journal) => Promise<void>)[]): Promise<void> {
    await Promise.all(branches.map((branch) => branch(this)));
  }

  /** The error that was recorded at a place, as it was thrown. */
  failureAt({ place, key }: Call): HoldfastError | undefined {
    const error = this.#known.get(place)?.error;
    return error ? stepFailed(key, JSON.parse(error) as RecordedError) : undefined;
  }

  async patched(call: Call): Promise<boolean> {
    if (this.isPassed(call)) return false;
    const before = this.ask(call);
    if (!before) await this.#record({ ...this.#begin(call, before), endedAt: this.#ctx.clock() });
    return true;
  }

  /** Whether the run had passed this place before there was a patch. */
  isPassed({ place, kind, key }: Call): boolean {
    if (this.#stopped) throw this.#stopped;
    const found = this.#known.get(place);
    return found !== undefined && (found.kind !== kind || found.key !== key);
  }

  /** The result of a step is on disk by other means, perhaps since before this process began. */
  async settle(call: Call, result: string | null): Promise<void> {
    if (!this.#late || call.kind !== "step") return;
    const known = this.#known.get(call.place);
    if (!known || known.endedAt === null) {
      const again = { ...this.#begin(call, known), result, endedAt: this.#ctx.clock() };
      await this.#record({ ...again, attempts: again.attempts + 1 });
    }
    const held = this.#held.get(call.place);
    this.#held.delete(call.place);
    if (held) await this.#late.add(held);
  }

  /** Resolves when all that was settled is recorded. */
  async flush(): Promise<void> {
    await this.#late?.flush();
  }

  note(note: Note): void {
    this.#notes.push(note);
  }

  recordedKey(place: string): string | undefined {
    return this.#known.get(place)?.key;
  }

  count(): number {
    return this.#count;
  }

  /** Throws when a recorded step was not asked for. */
  finish(): void {
    const isMissing = ({ place, endedAt }: WorkflowStep) => endedAt !== null && !this.#asked.has(place);
    const missing = [...this.#known.values()].find(isMissing);
    if (missing) throw this.stop(explainMissing(missing));
  }

  /** From now on every call fails with this error, or the one of an earlier stop. */
  stop(error: HoldfastError): HoldfastError {
    this.#stopped ??= error;
    return this.#stopped;
  }

  /** Why it was stopped: whatever the program does after that does not count. */
  stopped(): HoldfastError | undefined {
    return this.#stopped;
  }

  /** What was recorded of a call. One that does not belong there stops the run. */
  ask(call: Call): WorkflowStep | undefined {
    if (this.#stopped) throw this.#stopped;
    const found = this.#known.get(call.place);
    if (found && (found.key !== call.key || found.kind !== call.kind))
      throw this.stop(explainChange(call, found, this.#known));
    this.#asked.add(call.place);
    // What the program notes until here was recorded with this step.
    if (found) this.#notes = [];
    return found;
  }

  #begin(call: Call, before: WorkflowStep | undefined): WorkflowStep {
    const { runId } = this.#driven;
    if (before) return { ...before, runId, result: null, error: null, endedAt: null };
    const nothing = { result: null, error: null, notes: null, checkpointId: null, endedAt: null };
    return { ...call, ...nothing, runId, number: 0, attempts: 0, startedAt: this.#ctx.clock() };
  }

  async #attempt(step: WorkflowStep, work: Work, { timeout }: StepOptions): Promise<Tried> {
    try {
      const { attempts: attempt } = step;
      const outcome = await withTimeout((signalOf) => {
        return work({
          attempt,
          get signal() {
            return signalOf();
          },
        });
      }, timeout);
      const { value, checkpointId = null } = outcome;
      const result = toJsonText(`The result of "${step.key}"`, value);
      return { value, done: { ...step, result, checkpointId } };
    } catch (error) {
      if (this.#stopped) throw this.#stopped;
      // A checkpoint that could not be saved does not fail the program.
      if (step.kind !== "step" && isStoreFailure(error)) throw this.stop(error);
      return { error };
    }
  }

  async #succeed({ done, value }: Done, { secret = false }: StepOptions): Promise<unknown> {
    const result = secret ? null : done.result;
    await this.#record({ ...done, result, endedAt: this.#ctx.clock() });
    return secret ? value : fromJsonText(result);
  }

  /** When the store fails, the run has not: it stops here, and can be resumed. */
  async #orStop<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw isStoreFailure(error) ? this.stop(error) : error;
    }
  }

  /** Only what is on disk counts. */
  async #record(step: WorkflowStep, write?: Write): Promise<WorkflowStep> {
    if (this.#stopped) throw this.#stopped;
    const number = step.number || ++this.#count;
    const whole = { ...step, number, notes: withNotes(step.notes, this.#notes) };
    this.#notes = [];
    if (this.#late && !write && isSuccess(whole)) this.#held.set(whole.place, whole);
    else await this.#write(whole, write);
    this.#known.set(whole.place, whole);
    return whole;
  }

  async #write(step: WorkflowStep, write?: Write): Promise<void> {
    await this.flush(); // in their order
    const unflushed = this.#late !== undefined && step.endedAt !== null;
    const { runId, fence } = this.#driven;
    const written = write?.(step) ?? this.#ctx.store.recordStep(step, fence, { unflushed });
    if (!(await this.#orStop(written))) throw this.stop(lostRun(runId));
  }

  async #writeAll(steps: readonly WorkflowStep[]): Promise<void> {
    const { runId, fence } = this.#driven;
    if (!(await this.#orStop(this.#ctx.store.recordSteps(steps, fence)))) throw this.stop(lostRun(runId));
  }
}

/** The store cannot be used now, which says nothing about the program. */
function isStoreFailure(error: unknown): error is HoldfastError {
  return error instanceof HoldfastError && error.code.startsWith("store_");
}

interface Done {
  done: WorkflowStep;
  value: unknown;
}

type Tried = Done | { error: unknown };

function lostRun(runId: string): HoldfastError {
  return new HoldfastError(
    "conflict",
    `${runId} was canceled or taken over by another process. Results of this process are no longer saved.`,
    { next: `Run \`holdfast workflow show ${runId}\` to see which process runs it.` },
  );
}
