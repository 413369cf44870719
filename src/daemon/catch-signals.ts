import type { Logger } from "../kernel/ports/logger.ts";

/**
 * The first SIGTERM or SIGINT stops the daemon cleanly, the second one immediately. SIGHUP (a closed terminal) is
 * ignored. An uncaught error also stops the daemon cleanly: the next hook starts a new one.
 */
export function catchSignals(stop: (reason: string) => void, log: Logger) {
  let count = 0;
  let resolveSecond: (value: unknown) => void = () => {};
  const secondSignal = new Promise((resolve) => {
    resolveSecond = resolve;
  });
  const onTerminate = (signal: NodeJS.Signals) => {
    count += 1;
    stop(signal);
    if (count > 1) resolveSecond(signal);
  };
  const onHangup = () => {};
  const onError = (error: unknown) => {
    log.error("uncaught", error);
    stop("uncaught error");
  };
  process.on("SIGTERM", onTerminate).on("SIGINT", onTerminate).on("SIGHUP", onHangup);
  process.on("uncaughtException", onError).on("unhandledRejection", onError);
  const release = () => {
    process.off("SIGTERM", onTerminate).off("SIGINT", onTerminate).off("SIGHUP", onHangup);
    process.off("uncaughtException", onError).off("unhandledRejection", onError);
  };
  return { secondSignal, release };
}
