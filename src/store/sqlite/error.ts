import { dirname } from "node:path";
import { MAKE_WRITABLE, whyNotWritable } from "../../files/file-errors.ts";
import { type ErrorCode, HoldfastError } from "../../kernel/errors.ts";

/** Primary result codes of SQLite (sqlite.org/rescode.html): the low byte of `errcode`. */
const CODES: Readonly<Record<number, { code: ErrorCode; what: string }>> = {
  5: { code: "store_busy", what: "The database is locked by another process" },
  6: { code: "store_busy", what: "The database is locked by another process" },
  8: { code: "store_unavailable", what: "The database is not writable" },
  10: { code: "store_unavailable", what: "The disk of the database failed" },
  11: { code: "store_unavailable", what: "The database file is damaged; it was not changed" },
  13: { code: "store_full", what: "The disk is full" },
  14: { code: "store_unavailable", what: "The database file cannot be opened" },
  26: { code: "store_unavailable", what: "The file is not a database; it was not changed" },
};

/** Errors from creating the directory and the file. */
const FILE_CODES: Readonly<Record<string, { code: ErrorCode; what: string }>> = {
  EEXIST: { code: "store_unavailable", what: "The path of the database directory is a file" },
  ENOTDIR: { code: "store_unavailable", what: "The path of the database directory is a file" },
  EACCES: { code: "store_unavailable", what: "The database directory is not writable" },
  EPERM: { code: "store_unavailable", what: "The database directory is not writable" },
  EROFS: { code: "store_unavailable", what: "The database directory is not writable" },
  ENOSPC: { code: "store_full", what: "The disk is full" },
};

/** Converts a driver error to a `store_*` error, or to `internal` if it is our bug. */
export function sqliteError(error: unknown, file: string): HoldfastError {
  if (error instanceof HoldfastError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const known =
    CODES[resultCode(error, message) & 0xff] ?? FILE_CODES[String((error as { code?: unknown })?.code)];
  const denied = known?.code === "store_unavailable" ? whyNotWritable(dirname(file)) : undefined;
  if (denied)
    return new HoldfastError("store_unavailable", `${denied}.`, { cause: error, next: MAKE_WRITABLE });
  if (known) return new HoldfastError(known.code, `${known.what}: ${file}`, { cause: error });
  return new HoldfastError("internal", `The database rejected a statement: ${message}`, { cause: error });
}

/** Whether the contents of the file are wrong, as opposed to its disk, permissions or locks. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(primaryCode(error));
}

/**
 * Whether a full disk may be the cause. If the shared memory next to a log has no space, SQLite reports "I/O error".
 */
export function isOutOfSpace(error: unknown): boolean {
  return [10, 13].includes(primaryCode(error));
}

function primaryCode(error: unknown): number {
  return resultCode(error, error instanceof Error ? error.message : "") & 0xff;
}

function resultCode(error: unknown, message: string): number {
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode === "number") return errcode;
  const texts: [RegExp, number][] = [
    [/locked|busy/i, 5],
    [/readonly|read-only/i, 8],
    [/disk I\/O/i, 10],
    [/malformed/i, 11],
    [/full/i, 13],
    [/unable to open/i, 14],
    [/not a database/i, 26],
  ];
  return texts.find(([pattern]) => pattern.test(message))?.[1] ?? 0;
}
