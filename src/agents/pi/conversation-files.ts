import { basename, join } from "node:path";
import type { ConversationFiles } from "../../kernel/agent/agent.ts";
import { configDirectory } from "./environment.ts";

const FILE = /^[\w.-]+_[0-9a-f-]{36}\.jsonl$/;

/** `sessions/--<directory>--/<time>_<session>.jsonl`, with hyphens instead of slashes. */
export const conversationFiles: ConversationFiles = {
  root: (paths) => join(configDirectory(paths), "sessions"),
  place({ path, directory }) {
    const name = basename(path);
    const folder = `--${directory.replace(/^[/\\]/, "").replaceAll(/[/\\:]/g, "-")}--`;
    return FILE.test(name) ? { path: join(folder, name) } : undefined;
  },
};
