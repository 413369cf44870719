/** Wall-clock time in milliseconds since 1970. Passed in, so that tests and replays decide what "now" is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
