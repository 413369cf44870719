import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, the pinned client's program and the built product. */
export const ROOT = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
export const CLIENT = join(ROOT, "e2e", "node_modules", "@anthropic-ai", "claude-code", "bin", "claude.exe");
export const MAIN = join(ROOT, "dist", "main.js");
