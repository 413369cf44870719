import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isBackupDue } from "../files/backups.ts";
import type { Context } from "../kernel/context.ts";
import { tryParseJson } from "../text/json-text.ts";
import type { DaemonTask } from "./daemon-wiring.ts";

const MINUTE_MS = 60_000;
/** Retry interval after a failed backup: too large, no space, or a locked store. */
const RETRY_MS = 60 * MINUTE_MS;
const TIMEOUT_MS = 10 * MINUTE_MS;

/** Copies the database once a day, in a separate process: reading all of it here would delay hooks. */
export function createBackupTask(options: {
  script: string;
  env: Readonly<Record<string, string | undefined>>;
}): DaemonTask {
  let triedAt = Number.NEGATIVE_INFINITY;
  return {
    name: "backup",
    everyMs: MINUTE_MS,
    async run(ctx, signal) {
      if (performance.now() - triedAt < RETRY_MS || !isDue(ctx)) return;
      triedAt = performance.now();
      const result = await runBackup(options, signal);
      ctx.log.info("backup", typeof result === "object" && result !== null ? { ...result } : {});
    },
  };
}

function isDue({ config, paths, clock }: Context): boolean {
  const { backups, url } = config.store;
  return backups > 0 && url === undefined && isBackupDue(paths.database, clock());
}

function runBackup(
  { script, env }: Parameters<typeof createBackupTask>[0],
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [script, "daemon", "back-up"],
      { env: { ...env }, timeout: TIMEOUT_MS, killSignal: "SIGKILL", signal },
      (error, stdout) => (error ? reject(error) : resolve(tryParseJson(stdout))),
    );
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
