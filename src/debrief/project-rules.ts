import { LIMITS } from "../capture/limits.ts";
import type { ProjectConfig } from "../kernel/config/project-config.ts";
import type { Context } from "../kernel/context.ts";
import type { IncomingEvent } from "../kernel/event-handler.ts";
import type { Session } from "../kernel/record.ts";
import { changedFiles } from "./collect-turn-facts.ts";
import { createRuleMatcher, type RuleMatcher } from "./find-missing-evidence.ts";

/** A project's debrief settings, or the reason why they are unreadable. */
export type ProjectRules = { worktree: string } & (
  | { type: "read"; debrief: ProjectConfig["debrief"]; matcher: RuleMatcher }
  | { type: "failed"; failure: unknown }
);

export async function readProjectRules(
  { workspace }: Pick<Context, "workspace">,
  worktree: string,
): Promise<ProjectRules> {
  try {
    const { debrief } = await workspace.projectConfig(worktree);
    return { worktree, type: "read", debrief, matcher: createRuleMatcher(debrief.rules) };
  } catch (failure) {
    return { worktree, type: "failed", failure };
  }
}

/**
 * Reads the rules, and matches all files that are known before the stop is handled. The rules come from an untrusted
 * repository and must not be evaluated while the store is locked.
 */
export async function prepareProjectRules(
  ctx: Pick<Context, "workspace">,
  session: Session,
  { transcripts }: Pick<IncomingEvent, "transcripts">,
): Promise<ProjectRules> {
  const project = await readProjectRules(ctx, session.worktree);
  if (project.type === "failed" || !project.debrief.enabled) return project;
  const tail = session.transcriptPath === null ? undefined : await transcripts.get(session.transcriptPath);
  const read = (tail?.entries ?? []).flatMap((entry) =>
    entry.type === "file_changed" ? [{ path: entry.path, changedAt: entry.at }] : [],
  );
  const files = changedFiles(session, [...session.capture.files, ...read]).map(({ path }) => path);
  // At most as many as a capture keeps.
  const paths = [...new Set(files)].slice(-LIMITS.files);
  try {
    for (const rule of project.debrief.rules) for (const path of paths) project.matcher.isAbout(rule, path);
    return project;
  } catch (failure) {
    return { worktree: session.worktree, type: "failed", failure };
  }
}
