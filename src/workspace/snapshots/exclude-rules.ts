import { join, relative, sep } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { readSmallFile } from "../../files/read-small-file.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { Repository } from "../find-repository.ts";

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
  /** The ignore file that the user set for all repositories. */
  global: string | undefined;
}

/** The rules besides the `.gitignore` files: those of the repository and of the user, or the usual ones without Git. */
export function writeExcludeRules(
  file: string,
  { repository, worktree, state, global }: RuleSources,
): string {
  const own = repository && readSmallFile(`${repository.commonDir}/info/exclude`);
  const inside = relative(worktree, state);
  const ofState = inside !== "" && !inside.startsWith("..") ? [`/${inside.split(sep).join("/")}/`] : [];
  const lines = [
    ...(repository ? [] : USUAL),
    ...(global === undefined ? [] : [readSmallFile(global) ?? ""]),
    own ?? "",
    ...ofState,
  ];
  const content = `${lines.join("\n")}\n`;
  if (readSmallFile(file) !== content) writeOwnFile(file, content);
  return content;
}

/** Rules of `.gitignore` files that exclude themselves, so that no tree has them: of the worktree, and of directories. */
export function uncapturedRules(worktree: string, selfIgnored: readonly RawPath[]): string {
  // It does no harm twice: a captured one has precedence.
  const own = readSmallFile(join(worktree, ".gitignore")) ?? "";
  const directories = selfIgnored.filter((path) => !path.includes("\n")).map(patternFor);
  return [own, ...directories, ""].join("\n");
}

function patternFor(directory: RawPath): string {
  const name = Buffer.from(directory, "latin1").toString();
  return `/${name.replaceAll(/[\\*?[\]]/g, "\\$&")}/`;
}
