import { HoldfastError } from "../../kernel/errors.ts";

/**
 * Runs an attempt; when its time is up, its signal is aborted and the attempt has failed, whatever it still does. The signal
 * is made when it is asked for: most attempts never do.
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
    timer = setTimeout(() => {
      const error = new HoldfastError("step_failed", `The step took longer than ${timeout} ms.`);
      controller().abort(error);
      reject(error);
    }, timeout);
  });
  try {
    return await Promise.race([work(signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}
