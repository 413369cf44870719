import { type HoldfastError, isStoreFailure } from "../../kernel/errors.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { fromJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed, toRecordedError } from "../recorded-error.ts";
import { pauseAfter } from "../retry-policy.ts";
import type { Note } from "../state/note.ts";
import { explainChange, explainMissing } from "./check-call.ts";
import { createDeferredRecords, type DeferredRecords } from "./deferred-records.ts";
import { type DrivenRun, type JournalContext, lostRun } from "./driven-run.ts";
import type { Call, Journal, StepOptions } from "./journal.ts";
import { pollSignal, type SignalPoll } from "./poll-signal.ts";
import { type AttemptResult, runAttempt, type Success, type Work } from "./run-attempt.ts";
import { interrupted, isFinal, isSuccess, replay, withNotes } from "./step-records.ts";
import { createStepTimes, type StepTimes } from "./step-times.ts";
import { createWaits, type Waits } from "./waits.ts";

type Write = (step: WorkflowStep) => Promise<boolean>;

interface HowToWrite {
  write?: Write | undefined;
  /** Only the end of a process, not a power failure, has to leave this record. */
  unflushed?: boolean;
}

const FIRST_POLL = 20;
const LONGEST_POLL = 500;

/** The journal of the embedded driver: one statement per step, which fails if another process took over the run. */
export class EmbeddedJournal implements Journal {
  readonly #ctx: JournalContext;
  readonly #driven: DrivenRun;
  readonly #known: Map<string, WorkflowStep>;
  readonly #requested = new Set<string>();
  #notes: Note[] = [];
  #count: number;
  #stopped: HoldfastError | undefined;
  readonly #deferred: DeferredRecords | undefined;
  /** Results that are recorded as soon as they are confirmed. */
  readonly #unconfirmed = new Map<string, WorkflowStep>();
  /** The steps whose attempts were counted before they began. */
  readonly #attempting = new Map<string, WorkflowStep>();
  readonly #waits: Waits;
  readonly #times: StepTimes;
  #lastPoll: Promise<unknown> = Promise.resolve();

  constructor(ctx: JournalContext, driven: DrivenRun) {
    this.#ctx = ctx;
    this.#driven = driven;
    this.#known = new Map(driven.recorded.map((step) => [step.place, step]));
    this.#waits = createWaits(ctx.sleep);
    this.#times = createStepTimes(ctx.clock, driven.recorded);
    if (driven.deferred) this.#deferred = createDeferredRecords((steps) => this.#writeAll(steps));
    this.#count = driven.recorded.reduce((most, { number }) => Math.max(most, number), 0);
  }

  async step(call: Call, work: Work, options: StepOptions): Promise<unknown> {
    const before = this.lookUp(call);
    if (before && isFinal(before, options)) return replay(before);
    let record = this.#begin(call, before);
    for (let attempts = record.attempts + 1; ; attempts++) {
      const begun = await this.#beginAttempt({ ...record, attempts, error: null }, options);
      const result = begun ? await this.#attempt(begun, work, options) : { error: interrupted(record) };
      if ("done" in result) return await this.#succeed(result, options);
      const pause = begun && pauseAfter(options.retry ?? {}, attempts, result.error);
      record = await this.#fail(begun ?? record, result.error, pause);
    }
  }

  /** Records a failed attempt. Waits for the next one, or throws if there is none. */
  async #fail(step: WorkflowStep, thrown: unknown, pause: number | undefined): Promise<WorkflowStep> {
    const error = toRecordedError(thrown, this.#ctx.redactor);
    const endedAt = pause === undefined ? this.#times.fail() : null;
    const record = await this.#record({ ...step, error: JSON.stringify(error), endedAt });
    if (pause === undefined) throw stepFailed(step.key, error, thrown);
    await this.#waits.pause(pause);
    return record;
  }

  /**
   * Counts an attempt before it begins, if attempts are limited, because it may end the process. Undefined if there is
   * none left.
   */
  async #beginAttempt(step: WorkflowStep, { retry }: StepOptions): Promise<WorkflowStep | undefined> {
    if (retry?.maxAttempts === undefined) return step;
    if (step.attempts > Math.max(1, retry.maxAttempts)) return undefined;
    const begun = await this.#record(step, { unflushed: true });
    this.#attempting.set(begun.place, begun);
    return begun;
  }

  /** Makes the attempts in progress not count: their process ends on purpose. */
  async withdraw(): Promise<void> {
    for (const step of this.#attempting.values())
      await this.#ctx.store.recordStep({ ...step, attempts: step.attempts - 1 }, this.#driven.fence);
  }

  async sleep(call: Call, ms: number): Promise<void> {
    const until = await this.beginSleep(call, ms);
    await this.#waits.pause(ms, () => this.left(until));
  }

  /** Records when a sleep ends, and returns that time. */
  async beginSleep(call: Call, ms: number): Promise<number> {
    const before = this.lookUp(call);
    const now = this.#ctx.clock();
    const started = { ...this.#begin(call, before), result: String(now + ms), endedAt: now };
    return Number((before ?? (await this.#record(started))).result);
  }

  /** Milliseconds until a time. */
  left(until: number): number {
    return Math.max(0, until - this.#ctx.clock());
  }

  async receive(call: Call, name: string, timeout: number | undefined): Promise<unknown> {
    let most = timeout ?? Number.MAX_SAFE_INTEGER;
    for (let pause = FIRST_POLL; ; pause = Math.min(LONGEST_POLL, pause * 1.5)) {
      const poll = await this.pollSignal(call, { name, timeout, most });
      if ("payload" in poll) return fromJsonText(poll.payload);
      const ms = Math.max(1, Math.min(pause, poll.left));
      await this.#waits.pause(ms);
      most -= ms;
    }
  }

  /** Takes the signal if it has arrived, or returns how long to wait. The timeout counts from the first poll. */
  async pollSignal(
    call: Call,
    wanted: { name: string; timeout: number | undefined; most: number },
  ): Promise<SignalPoll> {
    const before = this.lookUp(call);
    if (before && before.endedAt !== null) return { payload: before.result };
    const waiting = before ?? (await this.#record(this.#begin(call, before)));
    const record = (step: WorkflowStep, write?: Write) => this.#record(step, write && { write });
    const how = { ...this.#ctx, record, fence: this.#driven.fence };
    // One after the other: no two waits of parallel branches must find the same signal.
    const polled = this.#lastPoll.then(() => pollSignal(how, waiting, wanted));
    this.#lastPoll = polled.catch(() => {});
    return await this.#orStop(polled);
  }

  async parallel(branches: readonly ((journal: Journal) => Promise<void>)[]): Promise<void> {
    await Promise.all(branches.map((branch) => branch(this)));
  }

  /** The error that was recorded for a call, as it was thrown. */
  failureAt({ place, key }: Call): HoldfastError | undefined {
    const error = this.#known.get(place)?.error;
    return error ? stepFailed(key, JSON.parse(error) as RecordedError) : undefined;
  }

  async patched(call: Call): Promise<boolean> {
    if (this.isPassed(call)) return false;
    const before = this.lookUp(call);
    if (!before) await this.#record({ ...this.#begin(call, before), endedAt: this.#ctx.clock() });
    return true;
  }

  /** Whether the run had passed this place before the patch existed. */
  isPassed({ place, kind, key }: Call): boolean {
    if (this.#stopped) throw this.#stopped;
    const found = this.#known.get(place);
    return found !== undefined && (found.kind !== kind || found.key !== key);
  }

  /** Call this when the result of a step is durable by other means, even if an earlier process ran the step. */
  async confirm(call: Call, result: string | null): Promise<void> {
    if (!this.#deferred || call.kind !== "step") return;
    const known = this.#known.get(call.place);
    if (!known || known.endedAt === null) {
      const again = { ...this.#begin(call, known), result, endedAt: this.#ctx.clock() };
      await this.#record({ ...again, attempts: again.attempts + 1 });
    }
    const unconfirmed = this.#unconfirmed.get(call.place);
    if (unconfirmed && this.#unconfirmed.delete(call.place)) await this.#deferred.add(unconfirmed);
  }

  /** Resolves when all confirmed results are recorded. */
  async flush(): Promise<void> {
    await this.#deferred?.flush();
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

  numberAt(place: string): number {
    return this.#known.get(place)?.number ?? this.#count + 1;
  }

  /** Whether the program only waits, so that it would not notice soon that another process has the run. */
  isWaiting(): boolean {
    return this.#waits.isWaiting();
  }

  /** Throws if the program did not make a recorded call. */
  finish(): void {
    const isMissing = ({ place, endedAt }: WorkflowStep) => endedAt !== null && !this.#requested.has(place);
    const missing = [...this.#known.values()].find(isMissing);
    if (missing) throw this.stop(explainMissing(missing));
  }

  /** From now on, every call fails with this error, or with that of an earlier stop. */
  stop(error: HoldfastError): HoldfastError {
    this.#stopped ??= error;
    this.#waits.end(this.#stopped);
    return this.#stopped;
  }

  /** Another process has the run. */
  lose(): void {
    this.stop(lostRun(this.#driven.runId));
  }

  /** Why the journal was stopped. Whatever the program does afterwards does not count. */
  stopped(): HoldfastError | undefined {
    return this.#stopped;
  }

  /** The record of a call, if there is one. A call that does not match the record stops the run. */
  lookUp(call: Call): WorkflowStep | undefined {
    if (this.#stopped) throw this.#stopped;
    const found = this.#known.get(call.place);
    if (found && (found.key !== call.key || found.kind !== call.kind))
      throw this.stop(explainChange(call, found, this.#known));
    // The notes of the program up to here were recorded with this step. A call that waits looks it up again.
    if (found && !this.#requested.has(call.place)) this.#notes = [];
    this.#requested.add(call.place);
    return found;
  }

  #begin(call: Call, before: WorkflowStep | undefined): WorkflowStep {
    const { runId } = this.#driven;
    // A secret step that is done runs again, with all its attempts.
    const attempts = before?.endedAt === null ? before.attempts : 0;
    if (before) return { ...before, runId, attempts, result: null, error: null, endedAt: null };
    const nothing = { result: null, error: null, notes: null, checkpointId: null, endedAt: null };
    return { ...call, ...nothing, runId, number: 0, attempts, startedAt: this.#times.begin() };
  }

  async #attempt(step: WorkflowStep, work: Work, options: StepOptions): Promise<AttemptResult> {
    const result = await runAttempt(step, work, options);
    this.#attempting.delete(step.place);
    if ("done" in result) return result;
    if (this.#stopped) throw this.#stopped;
    // If a checkpoint cannot be saved, the run stops, but the program has not failed.
    if (step.kind !== "step" && isStoreFailure(result.error)) throw this.stop(result.error);
    return result;
  }

  async #succeed({ done, value }: Success, { secret = false }: StepOptions): Promise<unknown> {
    const result = secret ? null : done.result;
    await this.#record({ ...done, result, endedAt: this.#ctx.clock() });
    return secret ? value : fromJsonText(result);
  }

  /** If the store fails, the run stops here without failing, and can be resumed. */
  async #orStop<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw isStoreFailure(error) ? this.stop(error) : error;
    }
  }

  /** Updates the known records only after the write, because only durable records count. */
  async #record(step: WorkflowStep, how: HowToWrite = {}): Promise<WorkflowStep> {
    if (this.#stopped) throw this.#stopped;
    const number = step.number || ++this.#count;
    const whole = { ...step, number, notes: withNotes(step.notes, this.#notes) };
    this.#notes = [];
    if (this.#deferred && !how.write && isSuccess(whole)) this.#unconfirmed.set(whole.place, whole);
    else await this.#write(whole, how);
    this.#known.set(whole.place, whole);
    return whole;
  }

  async #write(step: WorkflowStep, how: HowToWrite): Promise<void> {
    await this.flush(); // keeps the order of the records
    const unflushed = how.unflushed ?? (this.#deferred !== undefined && step.endedAt !== null);
    const { runId, fence } = this.#driven;
    const written = how.write?.(step) ?? this.#ctx.store.recordStep(step, fence, { unflushed });
    if (!(await this.#orStop(written))) throw this.stop(lostRun(runId));
  }

  async #writeAll(steps: readonly WorkflowStep[]): Promise<void> {
    const { runId, fence } = this.#driven;
    if (!(await this.#orStop(this.#ctx.store.recordSteps(steps, fence)))) throw this.stop(lostRun(runId));
  }
}
