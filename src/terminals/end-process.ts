import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";

const TIMEOUT_MS = 5_000;
const POLL_MS = 100;

/** Ends the process, but only if its start time matches: sends SIGTERM first, then SIGKILL. */
export async function endProcess(
  ctx: Pick<Context, "processes" | "sleep">,
  process: { pid: number; startTime: string },
): Promise<void> {
  const isGone = () => ctx.processes.startTime(process.pid) !== process.startTime;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    ctx.processes.signal(process, signal);
    for (let waited = 0; waited < TIMEOUT_MS && !isGone(); waited += POLL_MS) await ctx.sleep(POLL_MS);
    if (isGone()) return;
  }
  throw new HoldfastError("conflict", `Process ${process.pid} is still running after SIGKILL.`, {
    next: `Check it with \`ps -o stat,user -p ${process.pid}\`; another user may have to end it.`,
  });
}
