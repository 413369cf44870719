import type { Context } from "../kernel/context.ts";
import { runSnapshotRequests } from "./run-requests.ts";

/** Takes requested snapshots in the background, one after the other. */
export interface SnapshotRunner {
  /** Starts, unless it is running, in which case it looks again afterwards. Never rejects. */
  run(ctx: Context, signal?: AbortSignal): Promise<void>;
}

export function createSnapshotRunner(): SnapshotRunner {
  let running: Promise<void> | undefined;
  let again = false;
  const loop = async (ctx: Context, signal: AbortSignal | undefined) => {
    do {
      again = false;
      await runSnapshotRequests(ctx, signal);
    } while (again && !signal?.aborted);
  };
  return {
    run(ctx, signal) {
      again = true;
      running ??= loop(ctx, signal)
        .catch((error) => ctx.log.error("snapshots", error))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}
