import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileReason } from "../files/file-errors.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { replaceFile } from "../files/replace-file.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Archive } from "../kernel/ports/archive.ts";

const ENDING = ".jsonl.gz";

/** Keeps bundles as files in a directory, which may be on another disk. They are on that disk before `put` returns. */
export function createDirectoryArchive(directory: string): Archive {
  const attempt = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      const reason = fileReason(code) ?? code;
      throw new HoldfastError("archive_unavailable", `${directory} cannot be used: ${reason}.`, {
        cause: error,
      });
    }
  };
  return {
    where: directory,
    put: (name, bytes) =>
      attempt(() => {
        makeDirectory(directory, 0o700);
        replaceFile(join(directory, name), bytes, { durable: true });
      }),
    get: (name) =>
      attempt(() => (existsSync(join(directory, name)) ? readFileSync(join(directory, name)) : undefined)),
    list: () =>
      attempt(() => {
        makeDirectory(directory, 0o700);
        const names = readdirSync(directory).filter((name) => name.endsWith(ENDING));
        return names.sort().map((name) => ({ name, bytes: statSync(join(directory, name)).size }));
      }),
  };
}
