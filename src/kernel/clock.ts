/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** CPU time of this process in milliseconds. Unlike a clock, it does not advance while other processes run. */
export const processorMs: Clock = () => process.cpuUsage().user / 1e3;

/** Limits a clock to the time that has really elapsed, so that nothing expires because the clock was set forward. */
export function agingClock(clock: Clock, elapsed: Clock = () => performance.now()): Clock {
  const start = clock() - elapsed();
  return () => Math.min(clock(), start + elapsed());
}
