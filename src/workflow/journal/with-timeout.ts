import { HoldfastError } from "../../kernel/errors.ts";

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
