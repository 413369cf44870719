/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays decide what "now" is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds of work that this process has done: unlike a clock it stands still while others have the processor. */
export const processorMs: Clock = () => process.cpuUsage().user / 1e3;
