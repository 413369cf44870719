import { isBackupDue } from "../files/backups.ts";
import type { Context } from "../kernel/context.ts";
import { tryParseJson } from "../text/json-text.ts";
import type { DaemonTask } from "./daemon-wiring.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";

const MINUTE_MS = 60_000;
/** Retry interval after a failed backup: too large, no space, or a locked store. */
const RETRY_MS = 60 * MINUTE_MS;

/** Copies the database once a day, in a separate process: reading all of it here would delay hooks. */
export function createBackupTask(program: ProgramOptions): DaemonTask {
  let triedAt = Number.NEGATIVE_INFINITY;
  return {
    name: "backup",
    everyMs: MINUTE_MS,
    async run(ctx, signal) {
      if (performance.now() - triedAt < RETRY_MS || !isDue(ctx)) return;
      triedAt = performance.now();
      const result = tryParseJson(await runProgram(program, { words: ["daemon", "back-up"], signal }));
      ctx.log.info("backup", typeof result === "object" && result !== null ? { ...result } : {});
    },
  };
}

function isDue({ config, paths, clock }: Context): boolean {
  const { backups, url } = config.store;
  return backups > 0 && url === undefined && isBackupDue(paths.database, clock());
}
