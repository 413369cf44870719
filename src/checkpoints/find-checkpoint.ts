import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { MIN_PREFIX, parseCheckpointPrefix } from "../kernel/ids.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { ambiguousId } from "./ambiguous-id.ts";

/** Finds a checkpoint by its id or unique id prefix. If several match, the error lists them. */
export async function findCheckpoint(store: CheckpointStorage, text: string): Promise<StoredCheckpoint> {
  const prefix = parseCheckpointPrefix(text.trim());
  if (!prefix) {
    const message = `"${text.slice(0, 40)}" is not a checkpoint id: give chk_ and at least ${MIN_PREFIX} characters.`;
    throw new HoldfastError("invalid_input", message);
  }
  const ids = await store.findCheckpointIds(prefix, 5);
  const [only] = ids;
  if (only === undefined) throw new HoldfastError("not_found", `There is no checkpoint ${prefix}.`);
  if (ids.length > 1) throw ambiguousId(prefix, ids);
  const found = await store.getCheckpoint(only);
  if (!found) throw new HoldfastError("not_found", `Checkpoint ${only} was deleted just now.`);
  return found;
}

/** Valid names. They cannot be paths and contain no control characters. */
const NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}](?:[^\p{C}/\\]|(?<=[\p{Extended_Pictographic}\p{M}\p{Emoji_Modifier}])\u200d){0,99}$/u;

/**
 * Finds the newest checkpoint with this name in the caller's project, otherwise the one with this id or unique id
 * prefix.
 */
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
    if (parseCheckpointPrefix(name) === undefined)
      throw new HoldfastError("not_found", `No checkpoint of this project is named "${name}".`);
  }
  return await findCheckpoint(store, name);
}

/** Whether a search found nothing: an ambiguous text, for example, is another error. */
export function isNothingFound(error: unknown): boolean {
  return error instanceof HoldfastError && (error.code === "not_found" || error.code === "invalid_input");
}
