import { compileGlob, matchesGlob } from "../../files/glob.ts";
import { bytesInside, statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { readRules, rulesToKeep } from "./read-rules.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const NAME = ".gitignore";
/** More files of this kind are not read. */
const MAX_FILES = 200;

interface UncapturedInput {
  /** The rules besides the `.gitignore` files. */
  applied: string;
  /** Directories whose own `.gitignore` excludes all that is in them. */
  selfIgnored: readonly RawPath[];
}

/**
 * The rules of `.gitignore` files that are ignored themselves, so that no tree has them, for the ignore file of the
 * worktree. They do no harm twice: a captured file has precedence.
 */
export async function uncapturedRules(
  layout: StoreLayout,
  { applied, selfIgnored }: UncapturedInput,
): Promise<string> {
  const own = readIgnoreFile(layout, NAME);
  const directories = selfIgnored.filter(isOneLine).map((directory) => `/${patternFor(directory)}/`);
  const below = mayExclude(`${applied}\n${own}`) ? await listUncaptured(layout) : [];
  const rules = below.flatMap((path) => {
    const directory = path.slice(0, -NAME.length - 1);
    return readIgnoreFile(layout, path)
      .split("\n")
      .flatMap((rule) => ruleBelow(patternFor(directory), rule));
  });
  return [rulesToKeep(own), ...directories, rulesToKeep(`${rules.join("\n")}\n`)].join("\n");
}

/** Whether a rule may match a `.gitignore` file, wherever it is. */
function mayExclude(rules: string): boolean {
  return rules.split("\n").some((rule) => {
    const name = rule.trimEnd().split("/").at(-1) ?? "";
    if (name === NAME) return true;
    return /[*?[\\]/.test(name) && matchesGlob(compileGlob(name), NAME, { steps: 10_000 });
  });
}

/** Not in directories that are ignored as a whole: none of their files counts. */
async function listUncaptured(layout: StoreLayout): Promise<RawPath[]> {
  const kind = ["--others", "--ignored", "--exclude-standard", "--directory"];
  const found = splitAtNul(await runGit(layout, ["ls-files", "-z", ...kind, "--", `:(glob)**/${NAME}`]));
  return found.filter((path) => path.endsWith(`/${NAME}`) && isOneLine(path)).slice(0, MAX_FILES);
}

/** As git, it follows no link: the content of another file would be kept. */
function readIgnoreFile({ worktree }: StoreLayout, path: RawPath): string {
  return statInside(worktree, path)?.isFile() ? readRules(bytesInside(worktree, path)) : "";
}

/** The rule of a directory's `.gitignore` as a rule of the worktree. */
function ruleBelow(directory: string, line: string): string[] {
  const rule = line.replace(/\r$/, "");
  if (rule.trim() === "" || rule.startsWith("#")) return [];
  const [, not = "", pattern = ""] = /^(!?)(.*)$/.exec(rule) ?? [];
  // Without a slash in front of its end, a pattern also holds further below.
  const isAnchored = /\/./.test(pattern.trimEnd());
  const place = isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`;
  return [`${not}/${directory}/${place}`];
}

function isOneLine(path: RawPath): boolean {
  return !path.includes("\n");
}

function patternFor(directory: RawPath): string {
  const name = Buffer.from(directory, "latin1").toString();
  return name.replaceAll(/[\\*?[\]]/g, "\\$&");
}
