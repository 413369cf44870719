import { join, relative, sep } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { isInside } from "../../text/shown-path.ts";
import { type Repository, realPath } from "../find-repository.ts";
import type { IgnoreFile } from "./find-ignore-file.ts";
import { readRules, rulesToKeep } from "./read-rules.ts";

/** What a directory without Git usually does not want to keep. */
const USUAL = [
  "node_modules/",
  ".venv/",
  "venv/",
  "__pycache__/",
  ".tox/",
  ".mypy_cache/",
  ".pytest_cache/",
  ".ruff_cache/",
  "target/",
  "dist/",
  "build/",
  "out/",
  ".next/",
  ".nuxt/",
  ".gradle/",
  ".cache/",
  ".terraform/",
  "vendor/bundle/",
  ".DS_Store",
  "*.pyc",
  "*.log",
  ".env",
  ".env.*",
];

interface RuleSources {
  repository: Repository | undefined;
  worktree: string;
  /** The state directory, which may be inside the worktree. */
  state: string;
  /** The file that `core.excludesFile` names, or the usual one of the user. */
  ignoreFile: IgnoreFile | undefined;
}

/** More than the rules that `writeExcludeRules` writes. */
const MAX_BYTES = 16 * 1024 * 1024;

interface ExcludeRules {
  /** All rules. */
  applied: string;
  /** Those that a snapshot keeps. It may go to another machine, and a repository from an archive may name any file of the user. */
  kept: string;
}

/**
 * Has git apply the rules besides the `.gitignore` files: those of the repository and of the user, or the usual ones without
 * Git.
 */
export function writeExcludeRules(
  file: string,
  { repository, worktree, state, ignoreFile }: RuleSources,
): ExcludeRules {
  const named = ignoreFile ? read(ignoreFile) : NONE;
  const own = repository ? read(ownRulesOf(repository)) : NONE;
  const inside = relative(worktree, state);
  const ofState = inside !== "" && !inside.startsWith("..") ? [`/${inside.split(sep).join("/")}/`] : [];
  const usual = repository ? [] : USUAL;
  const applied = toText([...usual, named.applied, own.applied, ...ofState]);
  if (readOwnFile(file, MAX_BYTES) !== applied) writeOwnFile(file, applied);
  return { applied, kept: toText([...usual, named.kept, own.kept, ...ofState]) };
}

const NONE: ExcludeRules = { applied: "", kept: "" };

function read({ path, isForeign }: IgnoreFile): ExcludeRules {
  const applied = readRules(path);
  return { applied, kept: isForeign ? "" : rulesToKeep(applied) };
}

function ownRulesOf({ commonDir }: Repository): IgnoreFile {
  const path = join(commonDir, "info", "exclude");
  return { path, isForeign: !isInside(commonDir, realPath(path) ?? path) };
}

function toText(rules: readonly string[]): string {
  return `${rules.join("\n")}\n`;
}
