/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * CPU time of this process in milliseconds, at most 5 ms old. Unlike a clock, it does not advance while other processes run.
 * It is read for each short text, and asking the system each time took a quarter of the time in which texts were searched.
 */
export const processorMs: Clock = sampledClock(() => process.cpuUsage().user / 1e3, 5);

/** A clock that is asked again only after `everyMs` of real time. */
export function sampledClock(clock: Clock, everyMs: number, elapsed: Clock = () => performance.now()): Clock {
  let askedAt = Number.NEGATIVE_INFINITY;
  let known = 0;
  return () => {
    const now = elapsed();
    if (now - askedAt < everyMs) return known;
    askedAt = now;
    known = clock();
    return known;
  };
}

/** Limits a clock to the time that has really elapsed, so that nothing expires because the clock was set forward. */
export function agingClock(clock: Clock, elapsed: Clock = () => performance.now()): Clock {
  const start = clock() - elapsed();
  return () => Math.min(clock(), start + elapsed());
}
