/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays decide what "now" is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds that never go back, for measuring. `performance.now` would be another module to load at a start. */
export const monotonicMs: Clock = () => Number(process.hrtime.bigint()) / 1e6;
