import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileReason } from "../files/file-errors.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { replaceFile } from "../files/replace-file.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Archive } from "../kernel/ports/archive.ts";

const ENDING = ".jsonl.gz";

/** Bundles as files of a folder, which may be on another disk. They are on the disk before `put` returns. */
export function folderArchive(folder: string): Archive {
  const attempt = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      const reason = fileReason(code) ?? code;
      throw new HoldfastError("archive_unavailable", `${folder} cannot be used: ${reason}.`, {
        cause: error,
      });
    }
  };
  return {
    where: folder,
    put: (name, bytes) =>
      attempt(() => {
        makeDirectory(folder, 0o700);
        replaceFile(join(folder, name), bytes, { durable: true });
      }),
    get: (name) =>
      attempt(() => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined)),
    list: () =>
      attempt(() => {
        makeDirectory(folder, 0o700);
        const names = readdirSync(folder).filter((name) => name.endsWith(ENDING));
        return names.sort().map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
      }),
  };
}
