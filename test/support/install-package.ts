import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const quiet = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--logs-max=0"];

/** Packs the build as it would be published. Returns the path of the tarball. */
export function packInto(directory: string): string {
  const name = npm("pack", "--pack-destination", directory).trim();
  return join(directory, name);
}

/** Installs a tarball for a user whose npm runs no scripts. Returns the directory of the installed package. */
export function installGlobally(tarball: string, prefix: string): string {
  npm("install", "--global", "--prefer-offline", "--prefix", prefix, tarball);
  return join(prefix, "lib", "node_modules", "holdfast");
}

function npm(...words: string[]): string {
  return execFileSync("npm", [...words, ...quiet], { cwd: root, encoding: "utf8" });
}
