/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays decide what "now" is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds of work that this process has done: unlike a clock it stands still while others have the processor. */
export const processorMs: Clock = () => process.cpuUsage().user / 1e3;

/** The clock, but never ahead of the time that has passed since: nothing expires because the clock was set ahead. */
export function agingClock(clock: Clock, elapsed: Clock = () => performance.now()): Clock {
  const start = clock() - elapsed();
  return () => Math.min(clock(), start + elapsed());
}
