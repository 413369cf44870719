import type { Capture } from "./capture-state.ts";

type Command = Capture["commands"][number];

/** Search programs answer "nothing found" with exit 1: no failure. */
const SEARCHES = /^\s*(?:rg|grep|egrep|fgrep|ag|ack|diff|cmp|test|\[|which|pgrep)\b/;

/**
 * Commands that failed and were not mended since. A later success of the same command mends it, and so does a later
 * success of the same program after a file that the failing command names was changed.
 */
export function unresolvedFailures({ commands, files }: Pick<Capture, "commands" | "files">): Command[] {
  const failures = commands.filter(
    (command, i) =>
      isFailure(command) && !commands.slice(i + 1).some((later) => mends(later, command, files)),
  );
  const newest = new Map(failures.map((failure) => [normalised(failure.command), failure]));
  return [...newest.values()];
}

function isFailure({ ok, command, output }: Command): boolean {
  return ok === false && !(SEARCHES.test(command) && !/error|no such/i.test(output));
}

function mends(later: Command, failed: Command, files: Capture["files"]): boolean {
  if (later.ok !== true) return false;
  if (normalised(later.command) === normalised(failed.command)) return true;
  const changed = files.some(
    ({ path, action, at }) =>
      action === "changed" && at >= failed.at && failed.command.includes(basename(path)),
  );
  return changed && program(later.command) === program(failed.command);
}

function normalised(command: string): string {
  return command.trim().replaceAll(/\s+/g, " ");
}

function program(command: string): string {
  return normalised(command).split(" ").slice(0, 2).join(" ");
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
