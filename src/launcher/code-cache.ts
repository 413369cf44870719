import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withOwnFile, writeOwnFile } from "../files/own-file.ts";

/** V8's compiled form of a program, and the modules of it that were evaluated. */
interface CompiledProgram {
  modules: readonly string[];
  compiled: Buffer;
}

export interface CodeCache {
  /** What an earlier run left, or nothing. V8 itself rejects the output of another version or other flags. */
  read(): CompiledProgram | undefined;
  /** Keeps what `compile` returns, in place of what other builds left. Where there is no state directory, none is created. */
  write(modules: readonly string[], compile: () => Buffer): void;
}

const MOST_FILES = 64;
const NAME = /^[A-Za-z-]{1,40}$/;

/**
 * The compiled form of what one command needs, in one file. V8 runs its contents unchecked, so only a file
 * that only this user can have written is read. `build` identifies the source: V8 compares only its length.
 */
export function openCodeCache({
  folder,
  name,
  build,
}: {
  folder: string;
  name: string;
  build: string;
}): CodeCache {
  const engine = `${process.arch}-${process.versions.v8}`;
  const file = `${NAME.test(name) ? name : "other"}-${engine}-${build}`;
  return {
    read: () => attempt(() => unpack(readOwn(join(folder, file)))),
    write(modules, compile) {
      attempt(() => {
        mkdirSync(folder, { recursive: false, mode: 0o700 });
      });
      attempt(() => {
        makeRoom(folder, build);
        writeOwnFile(join(folder, file), pack(modules, compile()));
      });
    },
  };
}

function makeRoom(folder: string, build: string): void {
  const files = readdirSync(folder);
  const isOld = (file: string) => !file.includes(`-${build}`);
  for (const file of files)
    if (files.length >= MOST_FILES || isOld(file)) rmSync(join(folder, file), { force: true });
}

/** A line that lists the modules, then what is compiled, at a multiple of eight, as V8 wants to read it. */
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

/** What others may write is not run. Windows has no user ids: there the directory's own rights decide. */
function readOwn(path: string): Buffer | undefined {
  return withOwnFile(path, (fd, { mode }) =>
    process.getuid && (mode & 0o022) !== 0 ? undefined : readFileSync(fd),
  );
}

/** None is there yet, the disk is full, the folder is not ours: a slower start is all that follows. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
