import { HoldfastError } from "../../kernel/errors.ts";

/** Runs an attempt; when its time is over, its signal is aborted and the attempt has failed, whatever it still does. */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeout: number | undefined,
): Promise<T> {
  const controller = new AbortController();
  if (timeout === undefined) return await work(controller.signal);
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new HoldfastError("step_failed", `The step took longer than ${timeout} ms.`);
      controller.abort(error);
      reject(error);
    }, timeout);
  });
  try {
    return await Promise.race([work(controller.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}
