import { basename } from "node:path";
import type { TurnFacts } from "./turn-facts.ts";

/**
 * The failures that nothing answers. One whose command or output names a file that was edited since is left out: whether the
 * edit helped is for the check to say, and that is asked for with the file.
 */
export function openFailures({ failures, changed }: TurnFacts): TurnFacts["failures"] {
  return failures.filter(({ command, output, at }) => {
    const named = new Set(
      `${command}\n${output}`.split(/[^\w@+.-]+/).map((word) => word.replace(/\.+$/, "")),
    );
    return !changed.some((file) => file.at > at && named.has(basename(file.path)));
  });
}
