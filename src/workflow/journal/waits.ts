import type { HoldfastError } from "../../kernel/errors.ts";

/** Longer pauses are split: the clock may jump when the machine wakes up, and timers end after 24 days. */
const LONGEST_PAUSE = 60_000;

/** The pauses of a run. They end at once when the run is stopped. */
export interface Waits {
  /**
   * Waits for this long, or until `left` says that no time is left. What was waited counts, so that a clock that is set
   * back does not stretch the pause. Throws the error with which the run was stopped.
   */
  pause(ms: number, left?: () => number): Promise<void>;
  isWaiting(): boolean;
  /** Ends all pauses, now and later. */
  end(error: HoldfastError): void;
}

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export function createWaits(sleep: Sleep): Waits {
  const current = new Set<(error: HoldfastError) => void>();
  let ended: HoldfastError | undefined;
  const wait = async (ms: number) => {
    if (ended) throw ended;
    const controller = new AbortController();
    let stop: ((error: HoldfastError) => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        stop = reject;
        current.add(reject);
        sleep(ms, controller.signal).then(resolve, reject);
      });
    } finally {
      if (stop) current.delete(stop);
      controller.abort();
    }
    if (ended) throw ended;
  };
  return {
    async pause(ms, left = () => Number.POSITIVE_INFINITY) {
      for (let rest = Math.min(ms, left()); rest > 0; ) {
        const piece = Math.min(rest, LONGEST_PAUSE);
        await wait(piece);
        rest = Math.min(rest - piece, left());
      }
    },
    isWaiting: () => current.size > 0,
    end(error) {
      ended ??= error;
      for (const stop of current) stop(ended);
    },
  };
}
