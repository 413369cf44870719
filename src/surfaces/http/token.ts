import { randomBytes } from "node:crypto";
import { readSync } from "node:fs";
import { isMissing } from "../../files/file-errors.ts";
import { withOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";

const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of the loopback port, created on first use. Read at each call, so that a rotation takes effect immediately.
 */
export function readToken(path: string): string {
  const known = readPrivate(path);
  if (known !== undefined && SHAPE.test(known)) return known;
  return rotateToken(path);
}

/** Replaces the token atomically; the file is private from the start. */
export function rotateToken(path: string): string {
  const token = randomBytes(BYTES).toString("base64url");
  writeOwnFile(path, `${token}\n`, { durable: true });
  return token;
}

/** Undefined if it does not exist. A link, or a file that others can read, is rejected. */
function readPrivate(path: string): string | undefined {
  try {
    return withOwnFile(path, (fd, { mode }) => {
      if ((mode & 0o077) !== 0)
        throw new HoldfastError("config_invalid", `The token file ${path} is readable by other users.`, {
          next: DELETE_IT,
        });
      const bytes = Buffer.alloc(100);
      return bytes.toString("latin1", 0, readSync(fd, bytes, 0, bytes.length, 0)).trim();
    });
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof HoldfastError && error.code === "config_invalid") throw error;
    throw new HoldfastError("config_invalid", `${path} is not a token file.`, {
      cause: error,
      next: DELETE_IT,
    });
  }
}

const DELETE_IT = "Delete it; a new one is created.";
