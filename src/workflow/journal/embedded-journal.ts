import type { Time } from "../../kernel/context.ts";
import { HoldfastError, isStoreFailure } from "../../kernel/errors.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed, toRecordedError } from "../recorded-error.ts";
import { pauseAfter } from "../retry-policy.ts";
import type { Note } from "../state/note.ts";
import { explainChange, explainMissing } from "./check-call.ts";
import { createDeferredRecords, type DeferredRecords } from "./deferred-records.ts";
import type { Attempt, Call, Journal, Outcome, StepOptions } from "./journal.ts";
import { pollSignal, type SignalPoll } from "./poll-signal.ts";
import { isSuccess, replay, withNotes } from "./step-records.ts";
import { withTimeout } from "./with-timeout.ts";

export interface JournalContext extends Time {
  store: WorkflowStorage;
  redactor: Redactor;
}

export interface DrivenRun {
  runId: string;
  fence: number;
  /** The records of the run, those of its ancestors first. */
  recorded: readonly WorkflowStep[];
  /** Results are already durable on the same server by other means, so their records may be written later. */
  deferred?: boolean;
}

type Work = (attempt: Attempt) => Promise<Outcome>;
type Write = (step: WorkflowStep) => Promise<boolean>;

/** Longer pauses are split: the clock may jump when the machine wakes up, and timers end after 24 days. */
const LONGEST_PAUSE = 60_000;
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

  constructor(ctx: JournalContext, driven: DrivenRun) {
    this.#ctx = ctx;
    this.#driven = driven;
    this.#known = new Map(driven.recorded.map((step) => [step.place, step]));
    if (driven.deferred) this.#deferred = createDeferredRecords((steps) => this.#writeAll(steps));
    this.#count = driven.recorded.reduce((most, { number }) => Math.max(most, number), 0);
  }

  async step(call: Call, work: Work, options: StepOptions): Promise<unknown> {
    const before = this.lookUp(call);
    if (before && before.endedAt !== null && !options.secret) return replay(before);
    let record = this.#begin(call, before);
    for (let attempts = record.attempts + 1; ; attempts++) {
      const result = await this.#attempt({ ...record, attempts, error: null }, work, options);
      if ("done" in result) return await this.#succeed(result, options);
      const error = toRecordedError(result.error, this.#ctx.redactor);
      const pause = pauseAfter(options.retry ?? {}, attempts, result.error);
      const endedAt = pause === undefined ? this.#ctx.clock() : null;
      record = await this.#record({ ...record, attempts, error: JSON.stringify(error), endedAt });
      if (pause === undefined) throw stepFailed(call.key, error, result.error);
      await this.#pause(pause);
    }
  }

  async sleep(call: Call, ms: number): Promise<void> {
    const until = await this.beginSleep(call, ms);
    for (let left = this.left(until); left > 0; left = this.left(until))
      await this.#pause(Math.min(left, LONGEST_PAUSE));
  }

  async #pause(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= LONGEST_PAUSE) {
      await this.#ctx.sleep(Math.min(left, LONGEST_PAUSE));
      if (this.#stopped) throw this.#stopped;
    }
  }

  /** Records when a sleep ends, and returns that time. */
  async beginSleep(call: Call, ms: number): Promise<number> {
    const { clock } = this.#ctx;
    const before = this.lookUp(call);
    const started = { ...this.#begin(call, before), result: String(clock() + ms), endedAt: clock() };
    return Number((before ?? (await this.#record(started))).result);
  }

  /** Milliseconds until a time. */
  left(until: number): number {
    return Math.max(0, until - this.#ctx.clock());
  }

  async receive(call: Call, name: string, timeout: number | undefined): Promise<unknown> {
    const { sleep } = this.#ctx;
    for (let pause = FIRST_POLL; ; pause = Math.min(LONGEST_POLL, pause * 1.5)) {
      const poll = await this.pollSignal(call, name, timeout);
      if ("payload" in poll) return fromJsonText(poll.payload);
      await sleep(Math.max(1, Math.min(pause, poll.left)));
    }
  }

  /** Takes the signal if it has arrived, or returns how long to wait. The timeout counts from the first poll. */
  async pollSignal(call: Call, name: string, timeout: number | undefined): Promise<SignalPoll> {
    const before = this.lookUp(call);
    if (before && before.endedAt !== null) return { payload: before.result };
    const waiting = before ?? (await this.#record(this.#begin(call, before)));
    const record = (step: WorkflowStep, write?: Write) => this.#record(step, write);
    const how = { ...this.#ctx, record, fence: this.#driven.fence };
    return await this.#orStop(pollSignal(how, waiting, { name, timeout }));
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
    this.#unconfirmed.delete(call.place);
    if (unconfirmed) await this.#deferred.add(unconfirmed);
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

  /** Throws if the program did not make a recorded call. */
  finish(): void {
    const isMissing = ({ place, endedAt }: WorkflowStep) => endedAt !== null && !this.#requested.has(place);
    const missing = [...this.#known.values()].find(isMissing);
    if (missing) throw this.stop(explainMissing(missing));
  }

  /** From now on, every call fails with this error, or with that of an earlier stop. */
  stop(error: HoldfastError): HoldfastError {
    this.#stopped ??= error;
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
    if (before) return { ...before, runId, result: null, error: null, endedAt: null };
    const nothing = { result: null, error: null, notes: null, checkpointId: null, endedAt: null };
    return { ...call, ...nothing, runId, number: 0, attempts: 0, startedAt: this.#ctx.clock() };
  }

  async #attempt(step: WorkflowStep, work: Work, { timeout }: StepOptions): Promise<AttemptResult> {
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
      // If a checkpoint cannot be saved, the run stops, but the program has not failed.
      if (step.kind !== "step" && isStoreFailure(error)) throw this.stop(error);
      return { error };
    }
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
  async #record(step: WorkflowStep, write?: Write): Promise<WorkflowStep> {
    if (this.#stopped) throw this.#stopped;
    const number = step.number || ++this.#count;
    const whole = { ...step, number, notes: withNotes(step.notes, this.#notes) };
    this.#notes = [];
    if (this.#deferred && !write && isSuccess(whole)) this.#unconfirmed.set(whole.place, whole);
    else await this.#write(whole, write);
    this.#known.set(whole.place, whole);
    return whole;
  }

  async #write(step: WorkflowStep, write?: Write): Promise<void> {
    await this.flush(); // keeps the order of the records
    const unflushed = this.#deferred !== undefined && step.endedAt !== null;
    const { runId, fence } = this.#driven;
    const written = write?.(step) ?? this.#ctx.store.recordStep(step, fence, { unflushed });
    if (!(await this.#orStop(written))) throw this.stop(lostRun(runId));
  }

  async #writeAll(steps: readonly WorkflowStep[]): Promise<void> {
    const { runId, fence } = this.#driven;
    if (!(await this.#orStop(this.#ctx.store.recordSteps(steps, fence)))) throw this.stop(lostRun(runId));
  }
}

interface Success {
  done: WorkflowStep;
  value: unknown;
}

type AttemptResult = Success | { error: unknown };

function lostRun(runId: string): HoldfastError {
  return new HoldfastError(
    "conflict",
    `${runId} was canceled or taken over by another process. Results of this process are no longer saved.`,
    { next: `Run \`holdfast workflow show ${runId}\` to see which process runs it.` },
  );
}
