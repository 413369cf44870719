import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";

const PATIENCE_MS = 5_000;
const LOOK_MS = 100;

/** Ends the process with that start time and no other: TERM first, then KILL. */
export async function endProcess(
  ctx: Pick<Context, "processes" | "sleep">,
  process: { pid: number; startTime: string },
): Promise<void> {
  const isGone = () => ctx.processes.startTime(process.pid) !== process.startTime;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    ctx.processes.signal(process, signal);
    for (let waited = 0; waited < PATIENCE_MS && !isGone(); waited += LOOK_MS) await ctx.sleep(LOOK_MS);
    if (isGone()) return;
  }
  throw new HoldfastError("conflict", `Process ${process.pid} is still running after SIGKILL.`, {
    next: `Check it with \`ps -o stat,user -p ${process.pid}\`; another user may have to end it.`,
  });
}
