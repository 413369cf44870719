import { join, relative, sep } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { Repository } from "../find-repository.ts";
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

/**
 * Has git apply the rules besides the `.gitignore` files: those of the repository and of the user, or the usual ones without
 * Git. Returns those that a snapshot keeps.
 */
export function writeExcludeRules(
  file: string,
  { repository, worktree, state, ignoreFile }: RuleSources,
): string {
  const named = ignoreFile ? readRules(ignoreFile.path) : "";
  const own = repository ? readRules(`${repository.commonDir}/info/exclude`) : "";
  const inside = relative(worktree, state);
  const ofState = inside !== "" && !inside.startsWith("..") ? [`/${inside.split(sep).join("/")}/`] : [];
  const usual = repository ? [] : USUAL;
  const all = toText([...usual, named, own, ...ofState]);
  if (readOwnFile(file, MAX_BYTES) !== all) writeOwnFile(file, all);
  // Snapshots go to other machines, and a repository from an archive may name any file of the user.
  const kept = ignoreFile?.isForeign ? "" : rulesToKeep(named);
  return toText([...usual, kept, rulesToKeep(own), ...ofState]);
}

function toText(rules: readonly string[]): string {
  return `${rules.join("\n")}\n`;
}

/** Rules of `.gitignore` files that exclude themselves, so that no tree has them: of the worktree, and of directories. */
export function uncapturedRules(worktree: string, selfIgnored: readonly RawPath[]): string {
  // It does no harm twice: a captured one has precedence.
  const own = rulesToKeep(readRules(join(worktree, ".gitignore")));
  const directories = selfIgnored.filter((path) => !path.includes("\n")).map(patternFor);
  return [own, ...directories, ""].join("\n");
}

function patternFor(directory: RawPath): string {
  const name = Buffer.from(directory, "latin1").toString();
  return `/${name.replaceAll(/[\\*?[\]]/g, "\\$&")}/`;
}
