import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "@photostructure/sqlite";
import { HoldfastError } from "../kernel/errors.ts";

/** Older SQLite loses acknowledged commits when a checkpoint races a commit (sqlite.org/wal.html, WAL-reset bug). */
const MINIMUM_VERSION = [3, 51, 3] as const;

const require = createRequire(import.meta.url);

/** Node's own SQLite if it is new enough, otherwise the same API from npm. */
export function loadSqlite(): typeof DatabaseSync {
  if (isSafeVersion(process.versions["sqlite"]))
    return withoutWarning(() => require("node:sqlite").DatabaseSync);
  try {
    return loadAddOn().DatabaseSync;
  } catch (error) {
    throw isMissingModule(error) ? missingSqlite(error) : error;
  }
}

/** Loads the one file that is needed by its name: the package itself would search directories and manifests. */
function loadAddOn(): { DatabaseSync: typeof DatabaseSync } {
  const libc = existsSync("/etc/alpine-release") ? "musl" : "glibc";
  const build = join(`${process.platform}-${process.arch}`, `@photostructure+sqlite.${libc}.node`);
  for (
    let directory = import.meta.dirname, last = "";
    directory !== last;
    last = directory, directory = dirname(directory)
  ) {
    const file = join(directory, "node_modules", "@photostructure", "sqlite", "prebuilds", build);
    if (existsSync(file)) return require(file);
  }
  return require("@photostructure/sqlite");
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}

/** npm omits an optional package on request, or if it cannot be downloaded. */
function missingSqlite(cause: unknown): HoldfastError {
  const { node, sqlite } = process.versions;
  const own = sqlite === undefined ? "no SQLite" : `SQLite ${sqlite}, which can lose saved data`;
  const message = `Node.js ${node} has ${own}, and the package @photostructure/sqlite is not installed.`;
  return new HoldfastError("store_unavailable", message, {
    cause,
    next: "Install Holdfast again with --include=optional, or use the newest Node.js 22, 24 or later.",
  });
}

function isSafeVersion(version: string | undefined): boolean {
  if (!version) return false;
  const parts = version.split(".").map(Number);
  const differs = MINIMUM_VERSION.findIndex((floor, i) => parts[i] !== floor);
  return differs === -1 || (parts[differs] ?? 0) > (MINIMUM_VERSION[differs] ?? 0);
}

/** Node 22 warns that its SQLite is experimental; a hook must not print that. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
