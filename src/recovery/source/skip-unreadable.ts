import type { Context } from "../../kernel/context.ts";
import { HoldfastError, isStoreFailure } from "../../kernel/errors.ts";

/**
 * Processes the record of one session among several. If the record is unreadable, logs the error and returns undefined,
 * so that the others are still processed. Failures of the store are rethrown.
 */
export async function skipUnreadable<T>(
  { log }: Pick<Context, "log">,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isStoreFailure(error) || (error instanceof HoldfastError && error.code === "conflict")) throw error;
    log.error("session passed over", error, { session: sessionId });
    return undefined;
  }
}
