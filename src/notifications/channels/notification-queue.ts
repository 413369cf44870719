import { setImmediate as afterReply } from "node:timers/promises";
import type { Notification } from "../../kernel/ports/notifier.ts";

/** Sends one notification through one channel. Stops early when the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

/** Sends notifications one at a time, after the hook has its reply. Drops the oldest if too many wait. */
export class NotificationQueue {
  readonly #send: Send;
  readonly #capacity: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #end = new AbortController();
  #waiting: Notification[] = [];
  #busy = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(send: Send, { capacity, onFailure }: { capacity: number; onFailure(error: unknown): void }) {
    this.#send = send;
    this.#capacity = capacity;
    this.#onFailure = onFailure;
  }

  add(notification: Notification): void {
    if (this.#end.signal.aborted) return;
    this.#waiting = [...this.#waiting, notification].slice(-this.#capacity);
    if (this.#busy) return;
    this.#busy = true;
    this.#sending = this.#sendAll();
  }

  async close(): Promise<void> {
    this.#waiting = [];
    this.#end.abort();
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await afterReply();
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#send(next, this.#end.signal);
      } catch (error) {
        if (!this.#end.signal.aborted) this.#onFailure(error);
      }
    }
    this.#busy = false;
  }
}
