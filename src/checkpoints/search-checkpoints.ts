import { HoldfastError } from "../kernel/errors.ts";
import type {
  CheckpointFilter,
  CheckpointStorage,
  StoredCheckpoint,
} from "../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { toSearchWords } from "../text/search-words.ts";
import { allCheckpoints } from "./all-checkpoints.ts";

/**
 * Finds the newest checkpoints whose text contains every word, in part or whole. The text is the digest and the tags:
 * the workflow, the step, the names of the checkpoint and its project, and so on. It reads the records one by one, so
 * that both databases find the same in every language.
 */
export async function searchCheckpoints(
  store: CheckpointStorage & ProjectStorage,
  { text, ...filter }: CheckpointFilter & { text: string },
): Promise<StoredCheckpoint[]> {
  const words = toSearchWords(text);
  if (words.length === 0)
    throw new HoldfastError("invalid_input", "search must contain at least one letter or digit.");
  const found: StoredCheckpoint[] = [];
  const nameOf = projectNames(store);
  for await (const checkpoint of allCheckpoints(store, filter)) {
    const searched = searchedText(checkpoint, await nameOf(checkpoint.projectId));
    if (words.every((word) => searched.includes(word))) found.push(checkpoint);
    if (found.length === filter.limit) break;
  }
  return found;
}

function searchedText(checkpoint: StoredCheckpoint, project: string | undefined): string {
  const { kind, name, workflowId, workflowType, stepName, agent, gitBranch, digest } = checkpoint;
  const tags = ["checkpoint", kind, name, workflowId, workflowType, stepName, agent, gitBranch, project];
  return toSearchWords([...tags, digest].map((tag) => tag ?? "").join(" ")).join(" ");
}

/** The names of projects, each of which is looked up once. */
function projectNames(store: ProjectStorage): (id: string) => Promise<string | undefined> {
  const known = new Map<string, string | undefined>();
  return async (id) => {
    if (!known.has(id)) known.set(id, (await store.getProject(id))?.name);
    return known.get(id);
  };
}
