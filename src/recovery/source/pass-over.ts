import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";

/**
 * Works on the record of one session among several. Undefined when that record cannot be read: it must not hide the others.
 * A failing store still fails the call.
 */
export async function passOver<T>(
  { log }: Pick<Context, "log">,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HoldfastError && (error.code.startsWith("store_") || error.code === "conflict"))
      throw error;
    log.error("session passed over", error, { session: sessionId });
    return undefined;
  }
}
