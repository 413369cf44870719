import { lstatSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileName } from "./write-place-file.ts";

interface Renamed {
  oldTask: string;
  task: string;
}

/** A place file's path with the new name of its task, which no other file has. */
export function freePlacePath(path: string, { oldTask, task }: Renamed): string {
  const name = basename(path).replace(fileName(oldTask), fileName(task));
  for (let count = 1; ; count++) {
    const free = join(dirname(path), count === 1 ? name : name.replace(/(-precompact)?\.md$/, `-${count}$&`));
    if (!lstatSync(free, { throwIfNoEntry: false })) return free;
  }
}

/** Gives the folder of a task's ledger the new name, unless someone keeps other files in it, or it is taken. */
export function moveLedger(artifacts: string, { oldTask, task }: Renamed): void {
  const [from, to] = [join(artifacts, fileName(oldTask)), join(artifacts, fileName(task))];
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || lstatSync(to, { throwIfNoEntry: false })) return;
  if (readdirSync(from).every((name) => name === "cost-ledger.md")) renameSync(from, to);
}
