import type { Logger } from "../kernel/ports/logger.ts";

/**
 * TERM and INT stop the daemon cleanly, a second one immediately; HUP (a closed terminal) is ignored. An uncaught error
 * also stops it cleanly: the next hook starts a new one.
 */
export function catchSignals(stop: (reason: string) => void, log: Logger) {
  let count = 0;
  let hurry: (value: unknown) => void = () => {};
  const again = new Promise((resolve) => {
    hurry = resolve;
  });
  const onEnd = (signal: NodeJS.Signals) => {
    count += 1;
    stop(signal);
    if (count > 1) hurry(signal);
  };
  const onHangup = () => {};
  const onError = (error: unknown) => {
    log.error("uncaught", error);
    stop("uncaught error");
  };
  process.on("SIGTERM", onEnd).on("SIGINT", onEnd).on("SIGHUP", onHangup);
  process.on("uncaughtException", onError).on("unhandledRejection", onError);
  const release = () => {
    process.off("SIGTERM", onEnd).off("SIGINT", onEnd).off("SIGHUP", onHangup);
    process.off("uncaughtException", onError).off("unhandledRejection", onError);
  };
  return { again, release };
}
