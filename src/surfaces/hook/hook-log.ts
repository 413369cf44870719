import { appendFileSync } from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";

const FRAMES = 3;

/**
 * Appends the steps of one hook to the file in `HOLDFAST_LOG`, as `hook.sh` does: the event, the time and the step,
 * never the content of an event. Does nothing without that variable.
 */
export function createHookLog(
  file: string | undefined,
  { agent, event, id, clock }: { agent: string; event: string; id: string; clock: () => number },
): (step: string) => void {
  if (file === undefined || file === "") return () => {};
  return (step) => {
    const time = new Date(clock()).toTimeString().slice(0, 8);
    try {
      appendFileSync(file, `${time} hook.cjs ${agent} ${event} ${id} ${step}\n`, { mode: 0o600 });
    } catch {
      // A failure to write the log must not affect the agent.
    }
  };
}

/** The failure and its location. Messages are omitted: they may quote the payload. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "failed with a value that is not an error";
  const name = error instanceof HoldfastError ? error.code : error.name;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line));
  const cause = error.cause instanceof Error ? `, caused by ${describeFailure(error.cause)}` : "";
  return [`failed: ${name}`, ...frames.slice(0, FRAMES).map((line) => line.trim())].join(" ") + cause;
}
