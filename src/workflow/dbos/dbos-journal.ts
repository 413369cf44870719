import { DBOS } from "@dbos-inc/dbos-sdk";
import type { EmbeddedJournal } from "../journal/embedded-journal.ts";
import type { Attempt, Call, Journal, Outcome, StepOptions } from "../journal/journal.ts";
import type { Looked } from "../journal/look-for-signal.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import type { Note } from "../state/note.ts";
import { END_STEP, nameOfStep } from "./steps.ts";
import { type Turn, takeTurns } from "./turns.ts";

/** DBOS keeps a deadline for each wait: a longer one is waited for in parts. */
const LONGEST_WAIT = 86_400_000;

/**
 * The journal of a run that DBOS drives: each call is a step of DBOS, which remembers and replays it. Our record of a result
 * follows DBOS's, several in one statement, and is made again from it when a process dies in between; all else is written first.
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
    this.#record.ask(call);
    let fresh: { value: unknown } | undefined;
    const run = async () => {
      const value = await this.#record.step(call, work, options);
      if (secret) fresh = { value };
      return secret ? null : toJsonText(`The result of "${call.key}"`, value);
    };
    const text = await this.#once(call, run).catch((error: unknown) => {
      // DBOS gives back an error without its code; the record has all of it.
      throw this.#record.failureAt(call) ?? error;
    });
    await this.#record.settle(call, text);
    if (!secret) return fromJsonText(text);
    return fresh ? fresh.value : (await work({ attempt: 1, signal: new AbortController().signal })).value;
  }

  async sleep(call: Call, ms: number): Promise<void> {
    this.#record.ask(call);
    const until = await this.#once(call, () => this.#record.beginSleep(call, ms));
    await this.#turn(() => DBOS.sleep(this.#record.left(until)));
  }

  async receive(call: Call, name: string, timeout: number | undefined): Promise<unknown> {
    this.#record.ask(call);
    for (;;) {
      const looked: Looked = await this.#once(call, () => this.#record.look(call, name, timeout));
      if ("payload" in looked) return fromJsonText(looked.payload);
      const timeoutSeconds = Math.min(LONGEST_WAIT, looked.left) / 1_000;
      // Only wakes the run: the signal itself is in the record, where it survives a rewind.
      await this.#turn(() => DBOS.recv(name, { timeoutSeconds }));
    }
  }

  async patched(call: Call): Promise<boolean> {
    if (this.#record.isPassed(call)) return false;
    this.#record.ask(call);
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

  /** Records how the run ended, unless DBOS is closed or another process has the run by now. */
  async end(record: () => Promise<void>): Promise<void> {
    await DBOS.runStep(record, { name: END_STEP });
  }

  #once<T>(call: Call, work: () => Promise<T>): Promise<T> {
    return this.#turn(() => DBOS.runStep(work, { name: nameOfStep(call) }));
  }
}
