import type { Context } from "../kernel/context.ts";
import type { Project } from "../kernel/record.ts";

/**
 * Whether a project has workflow runs. They stay on their machine: a run is driven by one machine at a time, and a bundle
 * cannot take it away from that one.
 */
export async function hasRuns(
  { store }: Pick<Context, "store">,
  { id }: Pick<Project, "id">,
): Promise<boolean> {
  return (await store.listRuns({ projectId: id, limit: 1 })).length > 0;
}
