import { createHash } from "node:crypto";

/** Crockford's base 32. It has no i, l, o or u, so that ids can be read aloud. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

export type IdPrefix = "chk" | "ses" | "prj" | "dlv" | "mem" | "wf" | "sig" | "snp" | "rst" | "mch";
export type RandomBytes = (size: number) => Uint8Array;
export type NewId = (prefix: IdPrefix) => string;

/** Returns a generator of ids: a prefix and 80 random bits, as `chk_` and 16 characters. */
export function idsFrom(randomBytes: RandomBytes): NewId {
  return (prefix) =>
    `${prefix}_${Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join("")}`;
}

/** The shortest accepted unique prefix of an id, counted without `chk_`. */
export const MIN_PREFIX = 6;

const PREFIX = new RegExp(`^(?:chk_)?([${ALPHABET}]{${MIN_PREFIX},${LENGTH}})$`);

/** `chk_AB12cd` or `ab12cd` → `chk_ab12cd`; undefined for anything that cannot begin a checkpoint id. */
export function parseCheckpointPrefix(text: string): string | undefined {
  const match = PREFIX.exec(text.toLowerCase());
  return match ? `chk_${match[1]}` : undefined;
}

/** Derives an id from texts. The same texts give the same id, which makes saving idempotent. */
export function deriveId(prefix: IdPrefix, ...texts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest();
  return idsFrom((size) => digest.subarray(0, size))(prefix);
}
