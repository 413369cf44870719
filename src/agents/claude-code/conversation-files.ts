import { basename, join } from "node:path";
import type { ConversationFiles } from "../../kernel/agent/agent.ts";
import { configDirectory } from "./environment.ts";

const FILE = /^[0-9a-f-]{36}\.jsonl$/;

/** `projects/<directory>/<session>.jsonl`. In the name of a directory, everything but letters and digits is a hyphen. */
export const conversationFiles: ConversationFiles = {
  root: (paths) => join(configDirectory(paths), "projects"),
  place({ path, directory }) {
    const name = basename(path);
    return FILE.test(name) ? { path: join(directory.replaceAll(/[^A-Za-z0-9]/g, "-"), name) } : undefined;
  },
};
