import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, the pinned clients' programs and the built product. */
export const ROOT = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
const PACKAGES = join(ROOT, "e2e", "node_modules");
export const CLIENT = join(PACKAGES, "@anthropic-ai", "claude-code", "bin", "claude.exe");
export const GEMINI = join(PACKAGES, "@google", "gemini-cli", "bundle", "gemini.js");
export const CODEX = join(PACKAGES, "@openai", "codex", "bin", "codex.js");
export const PI = join(PACKAGES, "@earendil-works", "pi-coding-agent", "dist", "bundle", "cli.js");
export const OPENCODE = join(PACKAGES, `opencode-${process.platform}-${process.arch}`, "bin", "opencode");
export const OH_MY_PI = join(PACKAGES, "@oh-my-pi", "pi-coding-agent", "dist", "cli.js");
/** Oh-my-pi runs on Bun. */
export const BUN = join(PACKAGES, "bun", "bin", "bun.exe");
export const OPENCLAW = join(PACKAGES, "openclaw", "openclaw.mjs");
export const OPENCLAW_CACHE = join(PACKAGES, ".cache", "openclaw");
/** What our own programs compiled, of which every lab would otherwise compile each command again. */
export const CODE_CACHES = join(PACKAGES, ".cache", "holdfast");
/** For clients that need a newer Node.js than we do. */
export const NODE = join(PACKAGES, "node", "bin", "node");
/** Where the clients are by their names. */
export const PROGRAMS = join(PACKAGES, ".bin");
export const MAIN = join(ROOT, "dist", "main.cjs");

/** Drives the browser of the system. */
export const PLAYWRIGHT = join(PACKAGES, "playwright-core", "package.json");

/** Node.js in the versions that we support beside the oldest, which runs the tests. */
export function nodePrograms() {
  const packages = join(ROOT, "e2e", "nodes", "node_modules");
  return ["node-22", "node-24", "node-26"].map((name) => join(packages, name, "bin", "node"));
}
