import { lstatSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { rewriteFile } from "../../files/rewrite-file.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import { isFileIn } from "../files/inside-directory.ts";
import { directoriesIn, listFilesNewestFirst } from "../files/list-files.ts";
import type { RenameListener } from "../files/shared-directory.ts";
import { LEDGER, OWN_ROW } from "./ledger.ts";
import { markdownSections } from "./markdown-sections.ts";
import { parsePlace } from "./parse-place.ts";
import { isOwnMarkdown } from "./place-markdown.ts";
import { fileName } from "./write-place-file.ts";

/** Redacts the places and ledger rows that we wrote. Also renames what is named after a task that contained a secret. */
export function redactDirectory(
  root: string,
  redactor: Redactor,
  { dryRun, onRename }: { dryRun: boolean; onRename: RenameListener },
): number {
  let changed = 0;
  // Links and files elsewhere must not be changed.
  const readContent = (path: string) => (isFileIn(root, path) ? readFileSync(path, "utf8") : "");
  for (const path of directoriesIn(root).map((task) => join(root, task, LEDGER))) {
    const clean = redactLedger(readContent(path), redactor);
    if (clean === undefined) continue;
    changed += 1;
    if (!dryRun) rewriteFile(path, clean);
  }
  for (const { path } of listFilesNewestFirst(join(root, "memory", "checkpoints"), isMarkdown)) {
    const clean = redactPlaceText(readContent(path), redactor);
    if (!clean) continue;
    changed += 1;
    if (dryRun) continue;
    const isRenamed = clean.task !== clean.oldTask;
    const to = isRenamed ? freePlacePath(path, clean) : path;
    rewriteFile(path, clean.text, to);
    if (!isRenamed) continue;
    onRename(path, to);
    moveLedger(root, clean);
  }
  return changed;
}

function isMarkdown(name: string): boolean {
  return name.endsWith(".md");
}

/** Redacts a place file that we wrote, and the name of its task. Undefined for other files and for clean ones. */
export function redactPlaceText(
  text: string,
  redactor: Redactor,
): (TaskRename & { text: string }) | undefined {
  if (!isOwnMarkdown(markdownSections(text))) return undefined;
  // Each field is one line.
  const clean = redactLines(text, redactor, () => true);
  if (clean === text) return undefined;
  return { text: clean, oldTask: parsePlace(text)?.task ?? "", task: parsePlace(clean)?.task ?? "" };
}

/** Redacts the rows of saves and restores. Undefined if they contain no secrets. */
export function redactLedger(text: string, redactor: Redactor): string | undefined {
  const clean = redactLines(text, redactor, (line) => OWN_ROW.test(line));
  return clean === text ? undefined : clean;
}

function redactLines(text: string, redactor: Redactor, isOurs: (line: string) => boolean): string {
  return text
    .split("\n")
    .map((line) => (isOurs(line) ? redactor.text(line) : line))
    .join("\n");
}

interface TaskRename {
  oldTask: string;
  task: string;
}

/** The path of a place file after its task was renamed, made unique by a number. */
function freePlacePath(path: string, { oldTask, task }: TaskRename): string {
  const name = basename(path).replace(fileName(oldTask), fileName(task));
  for (let count = 1; ; count++) {
    const free = join(dirname(path), count === 1 ? name : name.replace(/(-precompact)?\.md$/, `-${count}$&`));
    if (!lstatSync(free, { throwIfNoEntry: false })) return free;
  }
}

/** Renames the directory with a task's ledger, unless it contains other files or the new name is taken. */
function moveLedger(root: string, { oldTask, task }: TaskRename): void {
  const [from, to] = [join(root, fileName(oldTask)), join(root, fileName(task))];
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || lstatSync(to, { throwIfNoEntry: false })) return;
  if (readdirSync(from).every((name) => name === LEDGER)) renameSync(from, to);
}
