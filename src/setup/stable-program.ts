import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { makeOwnDirectory } from "../files/own-directory.ts";
import type { Installation } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";

type Program = Pick<Installation, "paths" | "programDir" | "version">;

/** Where `npx` puts packages. npm may delete them at any time. */
const NPX_CACHE = /^.*[\\/]_npx[\\/][^\\/]+[\\/]node_modules(?=[\\/])/;
/** Caches of other package managers (`pnpm dlx`, `yarn dlx`, `bunx`), which have other layouts and are short-lived. */
const OTHER_CACHE = /[\\/](?:dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;
const PLATFORM = `${process.platform}-${process.arch}`;

/** A program directory that does not disappear: that of the copy if the program runs from npx's cache. */
export function stableProgramDir({ programDir, paths, version }: Program): string {
  const modules = NPX_CACHE.exec(programDir)?.[0];
  if (modules === undefined) return programDir;
  return join(paths.programs, version, "node_modules", relative(modules, programDir));
}

/**
 * Copies a program that runs from npx's cache to a permanent directory. Returns its new directory, or undefined if no
 * copy is needed.
 */
export function keepProgram(program: Program): string | undefined {
  const { programDir, paths, version } = program;
  if (OTHER_CACHE.test(programDir)) throw runsFromCache(programDir);
  const modules = NPX_CACHE.exec(programDir)?.[0];
  if (modules === undefined) return undefined;
  const kept = stableProgramDir(program);
  if (isSame(programDir, kept)) return undefined;
  makeOwnDirectory(paths.programs);
  // Renamed when complete, so that an interrupted copy is never run.
  const unfinished = join(paths.programs, `.${version}.${process.pid}`);
  try {
    cpSync(modules, join(unfinished, "node_modules"), { recursive: true, filter: isNeeded });
    rmSync(join(paths.programs, version), { recursive: true, force: true });
    renameSync(unfinished, join(paths.programs, version));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return kept;
}

/** Omits builds for other platforms, which take most of the space. */
function isNeeded(path: string): boolean {
  if (basename(path) === ".bin") return false;
  return basename(dirname(path)) !== "prebuilds" || basename(path) === PLATFORM;
}

/** Compares the contents, since a version may be built more than once before its release. */
function isSame(one: string, other: string): boolean {
  const program = (directory: string) => join(directory, "programs", "main.cjs");
  return existsSync(program(other)) && readFileSync(program(one)).equals(readFileSync(program(other)));
}

function runsFromCache(programDir: string): HoldfastError {
  const directory = programDir.split(sep).slice(0, -1).join(sep);
  return new HoldfastError("conflict", `Holdfast runs from ${directory}, which will be deleted soon.`, {
    next: "Run `npm install --global holdfast`, then `holdfast connect`.",
  });
}
