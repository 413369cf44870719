import { relative } from "node:path";
import { compileGlob, matchesGlob } from "../files/glob.ts";
import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Config } from "../kernel/config/config.ts";
import type { SessionSummary } from "../kernel/record.ts";

/** Changes in quick succession count as one, until nothing has changed for this long or the turn ends. */
const DEBOUNCE_MS = 10_000;
const GLOB_STEPS = 200_000;

/**
 * Whether enough files, or one that matches `changedGlob`, changed since the last checkpoint, and no further changes
 * follow (D32).
 */
export function changedMuch(
  event: AgentEvent,
  { session, capture }: { session: SessionSummary; capture: Capture },
  { changedFiles, changedGlob }: Config["continuity"],
): boolean {
  const changed = capture.files.filter(({ changedAt }) => (changedAt ?? 0) > capture.checkpointedAt);
  const newest = Math.max(0, ...changed.map(({ changedAt }) => changedAt ?? 0));
  if (event.kind !== "agent_stop" && event.at - newest < DEBOUNCE_MS) return false;
  return (
    changed.length >= changedFiles ||
    (changedGlob !== undefined && someMatches(changed, session, changedGlob))
  );
}

function someMatches(
  files: readonly { path: string }[],
  { worktree }: Pick<SessionSummary, "worktree">,
  pattern: string,
): boolean {
  const glob = compileGlob(pattern);
  const budget = { steps: GLOB_STEPS };
  return files.some(({ path }) => matchesGlob(glob, relative(worktree, path), budget));
}
