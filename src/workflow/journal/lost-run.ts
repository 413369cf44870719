import { HoldfastError } from "../../kernel/errors.ts";

/** The error of a process whose run another process has, or which was canceled. */
export function lostRun(runId: string): HoldfastError {
  return new HoldfastError(
    "conflict",
    `${runId} was canceled or taken over by another process. Results of this process are no longer saved.`,
    { next: `Run \`holdfast workflow show ${runId}\` to see which process runs it.` },
  );
}
