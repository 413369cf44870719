import { fileName } from "./write-place-file.ts";

/** The name of the directory with a task's documents and ledger, in the shared directory. */
export function taskDirectory(task: string): string {
  return fileName(task);
}
