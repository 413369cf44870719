import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withOwnFile, writeOwnFile } from "../files/own-file.ts";

/** A program as compiled by V8, and which of its modules were evaluated. */
interface CompiledProgram {
  modules: readonly string[];
  compiled: Buffer;
}

export interface CodeCache {
  /** The cache of an earlier run, if there is one. V8 itself rejects the output of another version or other flags. */
  read(): CompiledProgram | undefined;
  /** Stores the result of `compile` and removes files of other builds. Does not create a missing state directory. */
  write(modules: readonly string[], compile: () => Buffer): void;
}

const MAX_FILES = 64;
const NAME = /^[A-Za-z-]{1,40}$/;

/**
 * The compiled code that one command needs, in one file. V8 runs the contents unchecked, so a file is read only if no
 * other user can have written it. `build` identifies the source, since V8 compares only its length.
 */
export function openCodeCache({
  directory,
  name,
  build,
}: {
  directory: string;
  name: string;
  build: string;
}): CodeCache {
  const engine = `${process.arch}-${process.versions.v8}`;
  const file = `${NAME.test(name) ? name : "other"}-${engine}-${build}`;
  return {
    read: () => attempt(() => unpack(readOwn(join(directory, file)))),
    write(modules, compile) {
      attempt(() => {
        mkdirSync(directory, { recursive: false, mode: 0o700 });
      });
      attempt(() => {
        removeOldFiles(directory, build);
        writeOwnFile(join(directory, file), pack(modules, compile()));
      });
    },
  };
}

function removeOldFiles(directory: string, build: string): void {
  const files = readdirSync(directory);
  const isOfOtherBuild = (file: string) => !file.includes(`-${build}`);
  for (const file of files)
    if (files.length >= MAX_FILES || isOfOtherBuild(file)) rmSync(join(directory, file), { force: true });
}

/** A line that lists the modules, then the compiled code. It begins at a multiple of eight, as V8 requires. */
function pack(modules: readonly string[], compiled: Buffer): Buffer {
  const line = JSON.stringify(modules);
  return Buffer.concat([Buffer.from(`${line.padEnd(aligned(line.length + 1) - 1)}\n`), compiled]);
}

function unpack(file: Buffer | undefined): CompiledProgram | undefined {
  if (!file) return undefined;
  const end = file.indexOf("\n") + 1;
  return { modules: JSON.parse(file.toString("latin1", 0, end)), compiled: file.subarray(end) };
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/**
 * Does not read a file that other users can write. Windows has no user ids; there the rights of the directory decide.
 */
function readOwn(path: string): Buffer | undefined {
  return withOwnFile(path, (fd, { mode }) =>
    process.getuid && (mode & 0o022) !== 0 ? undefined : readFileSync(fd),
  );
}

/**
 * Ignores errors, such as a missing file, a full disk or a directory of another user: they only make the start slower.
 */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
