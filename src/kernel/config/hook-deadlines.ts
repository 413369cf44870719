import type { Config } from "./config.ts";

type HookDeadlines = Config["hooks"];

/**
 * The longest deadlines that hooks use, whatever the settings say. `connect` configures clients to wait five seconds,
 * and fifteen where a hook may deliver earlier work. The shell entry may spend 1.4 or 3 of them on reading a slow
 * client's payload before its deadline begins, and some time is reserved for a busy machine.
 */
const LONGEST: HookDeadlines = { deadlineMs: 3_000, startDeadlineMs: 3_000, recoveryDeadlineMs: 10_000 };

/** The deadlines that hooks use. */
export function limitDeadlines(hooks: HookDeadlines): HookDeadlines {
  return {
    deadlineMs: Math.min(hooks.deadlineMs, LONGEST.deadlineMs),
    startDeadlineMs: Math.min(hooks.startDeadlineMs, LONGEST.startDeadlineMs),
    recoveryDeadlineMs: Math.min(hooks.recoveryDeadlineMs, LONGEST.recoveryDeadlineMs),
  };
}
