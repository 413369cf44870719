import { join } from "node:path";
import type { ConversationFiles } from "../../kernel/agent/agent.ts";

const FILE = /^\d{4}\/\d\d\/\d\d\/rollout-[\w.-]+\.jsonl$/;

/** `sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, wherever the session ran. */
export const conversationFiles: ConversationFiles = {
  root: ({ home, configDirs }) => join(configDirs["codex"] ?? join(home, ".codex"), "sessions"),
  place: ({ path }) => (FILE.test(path) ? path : undefined),
};
