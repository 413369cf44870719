import { HoldfastError } from "../../kernel/errors.ts";

/** Node.js ends a longer timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs an attempt. On a timeout, its signal is aborted and the attempt fails, whatever it still does. The signal is
 * created on demand, because most attempts do not use it.
 */
export async function withTimeout<T>(
  work: (signal: () => AbortSignal) => Promise<T>,
  timeout: number | undefined,
): Promise<T> {
  let made: AbortController | undefined;
  const controller = () => (made ??= new AbortController());
  const signal = () => controller().signal;
  if (timeout === undefined) return await work(signal);
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const expire = () => {
      const error = new HoldfastError("step_failed", `The step took longer than ${timeout} ms.`);
      controller().abort(error);
      reject(error);
    };
    timer = setTimeout(expire, Math.min(timeout, LONGEST_TIMER));
  });
  try {
    return await Promise.race([work(signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}
