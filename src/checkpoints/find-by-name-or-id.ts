import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { checkpointPrefix } from "../kernel/ids.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { findCheckpoint } from "./find-checkpoint.ts";

/** Names that cannot be paths and contain nothing that a terminal interprets. */
const NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}](?:[^\p{C}/\\]|(?<=[\p{Extended_Pictographic}\p{M}\p{Emoji_Modifier}])\u200d){0,99}$/u;

/** The newest checkpoint of the caller's project with this name, otherwise the one with this id or unique id prefix. */
export async function findByNameOrId(
  {
    store,
    workspace,
    caller,
  }: Pick<Context, "workspace" | "caller"> & { store: CheckpointStorage & ProjectStorage },
  text: string,
): Promise<StoredCheckpoint> {
  const name = text.trim();
  if (NAME.test(name)) {
    const { projectRoot } = await workspace.locate(caller.cwd);
    const project = await store.findProjectByRoot(projectRoot);
    const [named] = project ? await store.listCheckpoints({ projectId: project.id, name, limit: 1 }) : [];
    if (named) return named;
    if (checkpointPrefix(name) === undefined)
      throw new HoldfastError("not_found", `No checkpoint of this project is named "${name}".`);
  }
  return await findCheckpoint(store, name);
}
