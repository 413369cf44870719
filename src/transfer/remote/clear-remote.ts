import type { Context } from "../../kernel/context.ts";
import type { ProjectRemote } from "./project-remote.ts";
import { withRemote } from "./with-remote.ts";

/** Each name is an argument of git. */
const AT_ONCE = 500;

/**
 * Deletes from the remote what this machine pushed of the project, and returns how many parts that were, or, in a dry run,
 * would be. What other machines pushed or have pulled stays. The next push sends everything again.
 */
export async function clearRemote(
  ctx: Context,
  settings: ProjectRemote,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  return await withRemote(ctx, settings, async ({ link, state, save }) => {
    const there = new Set((await link.list()).map(({ name }) => name));
    const names = Object.keys(state.pushed).filter((name) => there.has(name));
    if (dryRun) return names.length;
    for (let at = 0; at < names.length; at += AT_ONCE) await link.remove(names.slice(at, at + AT_ONCE));
    save({ ...state, pushed: {} });
    return names.length;
  });
}
