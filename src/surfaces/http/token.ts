import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";

const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** The token of the loopback port, made on first use. Read at each call, so that a rotated one counts at once. */
export function readToken(path: string): string {
  const known = readPrivate(path);
  if (known !== undefined && SHAPE.test(known)) return known;
  return rotateToken(path);
}

/** A new token in the place of the old one: whole or not at all, and private from its first moment. */
export function rotateToken(path: string): string {
  const token = randomBytes(BYTES).toString("base64url");
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(fresh, `${token}\n`, { mode: 0o600, flag: "wx" });
  try {
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  return token;
}

/** Undefined when it is not there. One that others can read, or that is a link, is no secret. */
function readPrivate(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new HoldfastError("config_invalid", `${path} is not a token file: remove it.`, { cause: error });
  }
  try {
    const { mode, uid } = fstatSync(file);
    const isOurs = process.getuid === undefined || uid === process.getuid();
    if ((mode & 0o077) !== 0 || !isOurs) {
      throw new HoldfastError(
        "config_invalid",
        `${path} can be read by others: remove it, and a new one is made.`,
      );
    }
    const bytes = Buffer.alloc(100);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)).trim();
  } finally {
    closeSync(file);
  }
}
