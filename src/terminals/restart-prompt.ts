import { requestsOf } from "../capture/has-work.ts";
import { unresolvedFailures } from "../capture/open-failures.ts";
import type { Capture } from "../kernel/capture.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { neutralize } from "../text/neutralize.ts";

/** All of our texts begin like this, so that none is taken for a person's prompt (`sessions/system-text.ts`). */
const PREFIX = "[holdfast restart]";

const MAX_LISTED = 5;
const MAX_ITEM_CHARS = 160;

/** The prompt after a restart: what was in progress, from the record of the session. */
export function restartPrompt(capture: Capture, checkpointId: string | null): string {
  const request = requestsOf(capture).at(-1)?.text;
  const todos = capture.todos.filter(({ status }) => status !== "completed").map(({ content }) => content);
  const failed = unresolvedFailures(capture).map(({ command }) => `\`${command}\``);
  return neutralize(
    [
      `${PREFIX} You were restarted and this conversation was resumed; processes that you had started may be gone.`,
      ...(request === undefined ? [] : [`The latest request was: "${short(request)}"`]),
      ...listed("Still open", todos),
      ...listed("Still failing", failed),
      ...(checkpointId === null ? [] : [`Full record: checkpoint_resume ${checkpointId}.`]),
      "Check the current state, then continue that work. If nothing is open, say so in one line and wait.",
    ].join(" "),
  );
}

function listed(title: string, items: readonly string[]): string[] {
  const more = items.length - MAX_LISTED;
  if (items.length === 0) return [];
  return [
    `${title}: ${items.slice(0, MAX_LISTED).map(short).join("; ")}${more > 0 ? ` and ${more} more` : ""}.`,
  ];
}

function short(text: string): string {
  const flat = oneLine(text);
  return bounded(flat, MAX_ITEM_CHARS);
}
