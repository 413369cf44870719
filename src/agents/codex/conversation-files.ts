import { join } from "node:path";
import type { ConversationFiles } from "../../kernel/agent/agent.ts";
import { configDirectory } from "./environment.ts";

const FILE = /^\d{4}\/\d\d\/\d\d\/rollout-[\w.-]+\.jsonl$/;

/** `sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, wherever the session ran. */
export const conversationFiles: ConversationFiles = {
  root: (paths) => join(configDirectory(paths), "sessions"),
  place: ({ path }) => (FILE.test(path) ? { path } : undefined),
};
