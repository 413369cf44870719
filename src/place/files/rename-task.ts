import { lstatSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { taskDirectory } from "./task-directory.ts";
import { fileName } from "./write-place-file.ts";

interface TaskRename {
  oldTask: string;
  task: string;
}

/** The path of a place file after its task was renamed, made unique by a number. */
export function freePlacePath(path: string, { oldTask, task }: TaskRename): string {
  const name = basename(path).replace(fileName(oldTask), fileName(task));
  for (let count = 1; ; count++) {
    const free = join(dirname(path), count === 1 ? name : name.replace(/(-precompact)?\.md$/, `-${count}$&`));
    if (!lstatSync(free, { throwIfNoEntry: false })) return free;
  }
}

/** Renames the directory with a task's ledger, unless it contains other files or the new name is taken. */
export function moveLedger(artifacts: string, { oldTask, task }: TaskRename): void {
  const [from, to] = [join(artifacts, taskDirectory(oldTask)), join(artifacts, taskDirectory(task))];
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || lstatSync(to, { throwIfNoEntry: false })) return;
  if (readdirSync(from).every((name) => name === "cost-ledger.md")) renameSync(from, to);
}
