import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { namesIn, readSmallFile } from "../../files/read-small-file.ts";
import type { ConversationFiles } from "../../kernel/agent/agent.ts";

const FILE = /^[^/]+\/chats\/(session-[\w.-]+\.jsonl)$/;
const MARKER = ".project_root";

/**
 * `<project>/chats/session-<time>-<session>.jsonl`. The client finds the directory of a project by the marker in it,
 * and names a new one as it is done here.
 */
export const placeConversation: ConversationFiles["place"] = ({ path, directory, root }) => {
  const name = FILE.exec(path)?.[1];
  if (name === undefined) return undefined;
  const project = findProject(root, directory) ?? newProject(root, directory);
  return {
    path: join(project, "chats", name),
    marker: { path: join(project, MARKER), text: directory },
  };
};

function findProject(root: string, directory: string): string | undefined {
  return namesIn(root).find((name) => readSmallFile(join(root, name, MARKER))?.trim() === directory);
}

function newProject(root: string, directory: string): string {
  const words = basename(directory)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const name = words.filter((word) => word !== "").join("-") || "project";
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : `${name}-${number}`;
    if (!existsSync(join(root, candidate))) return candidate;
  }
}
