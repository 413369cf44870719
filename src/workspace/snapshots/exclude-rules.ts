import { relative, sep } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { readSmallFile } from "../../files/read-small-file.ts";
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
