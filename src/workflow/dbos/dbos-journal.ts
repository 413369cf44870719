import { DBOS } from "@dbos-inc/dbos-sdk";
import type { EmbeddedJournal } from "../journal/embedded-journal.ts";
import type { Attempt, Call, Journal, Outcome, StepOptions } from "../journal/journal.ts";
import type { SignalPoll } from "../journal/poll-signal.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import type { Note } from "../state/note.ts";
import { END_STEP, nameOfStep } from "./steps.ts";
import { type Turn, takeTurns } from "./turns.ts";

/** DBOS keeps a deadline for each wait, so a longer wait is split into parts. */
const LONGEST_WAIT = 86_400_000;

/**
 * The journal of a run that DBOS drives: each call is a step of DBOS, which stores and replays it. Holdfast's record of
 * a result is written after DBOS's, several in one statement, and is recreated from it if the process dies in between.
 * Everything else is written before.
 */
export class DbosJournal implements Journal {
  readonly #record: EmbeddedJournal;
  readonly #turn: Turn;

  constructor(record: EmbeddedJournal, turn: Turn = (call) => call()) {
    this.#record = record;
    this.#turn = turn;
  }

  async step(
    call: Call,
    work: (attempt: Attempt) => Promise<Outcome>,
    options: StepOptions,
  ): Promise<unknown> {
    const { secret = false } = options;
    this.#record.lookUp(call);
    let fresh: { value: unknown } | undefined;
    const run = async () => {
      const value = await this.#record.step(call, work, options);
      if (secret) fresh = { value };
      return secret ? null : toJsonText(`The result of "${call.key}"`, value);
    };
    const text = await this.#once(call, run).catch((error: unknown) => {
      // DBOS returns an error without its code; Holdfast's record is complete.
      throw this.#record.failureAt(call) ?? error;
    });
    await this.#record.confirm(call, text);
    if (!secret) return fromJsonText(text);
    return fresh ? fresh.value : (await work({ attempt: 1, signal: new AbortController().signal })).value;
  }

  async sleep(call: Call, ms: number): Promise<void> {
    this.#record.lookUp(call);
    const until = await this.#once(call, () => this.#record.beginSleep(call, ms));
    await this.#turn(() => DBOS.sleep(this.#record.left(until)));
  }

  async receive(call: Call, name: string, timeout: number | undefined): Promise<unknown> {
    this.#record.lookUp(call);
    let most = timeout ?? Number.MAX_SAFE_INTEGER;
    for (;;) {
      const wanted = { name, timeout, most };
      const poll: SignalPoll = await this.#once(call, () => this.#record.pollSignal(call, wanted));
      if ("payload" in poll) return fromJsonText(poll.payload);
      const ms = Math.min(LONGEST_WAIT, poll.left);
      // This only wakes the run. The signal itself is in Holdfast's record, where it survives a rewind.
      const message: unknown = await this.#turn(() => DBOS.recv(name, { timeoutSeconds: ms / 1_000 }));
      if (message === null) most = Math.min(most, poll.left) - ms;
    }
  }

  async patched(call: Call): Promise<boolean> {
    if (this.#record.isPassed(call)) return false;
    this.#record.lookUp(call);
    return await this.#once(call, () => this.#record.patched(call));
  }

  async parallel(branches: readonly ((journal: Journal) => Promise<void>)[]): Promise<void> {
    const { turns, end } = takeTurns(this.#turn, branches.length);
    const works = branches.map(async (branch, index) => {
      await branch(new DbosJournal(this.#record, turns[index])).finally(end);
    });
    await Promise.all(works);
  }

  note(note: Note): void {
    this.#record.note(note);
  }

  recordedKey(place: string): string | undefined {
    return this.#record.recordedKey(place);
  }

  count(): number {
    return this.#record.count();
  }

  numberAt(place: string): number {
    return this.#record.numberAt(place);
  }

  /** Records how the run ended, unless DBOS is closed or another process has taken over the run. */
  async end(record: () => Promise<void>): Promise<void> {
    await DBOS.runStep(record, { name: END_STEP });
  }

  #once<T>(call: Call, work: () => Promise<T>): Promise<T> {
    return this.#turn(() => DBOS.runStep(work, { name: nameOfStep(call) }));
  }
}
