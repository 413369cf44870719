import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { HoldfastError } from "../../kernel/errors.ts";
import { notABundle } from "./read-lines.ts";

/** For whom a bundle is encrypted: everyone who knows the passphrase, or the owners of these public keys. */
export type Lock = { passphrase: string } | { recipients: readonly string[] };

/** What may open it: a passphrase, or secret keys. */
export interface Keys {
  passphrase?: string | undefined;
  identities: readonly string[];
  /** The key of this one file, from `deriveFileKey`. */
  fileKey?: Uint8Array;
}

const AGE_HEADER = "age-encryption.org/v1\n";
const GZIP_HEADER = Buffer.from([0x1f, 0x8b]);
/** The whole header of a file that is encrypted with a passphrase, which admits no other key. */
const PASSPHRASE_HEADER = /^age-encryption\.org\/v1\n-> scrypt \S+ \d+\n\S+\n--- \S+\n/;

/** Encrypts in the age format (age-encryption.org/v1), which the `age` tool reads. */
export async function encrypt(plain: Readable, lock: Lock): Promise<Readable> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) addRecipient(encrypter, recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** Decrypts what `encrypt` or the `age` tool wrote. Throws `unauthorized` if no key fits. */
export async function decrypt(encrypted: Readable, keys: Keys): Promise<Readable> {
  const { fileKey, passphrase, identities } = keys;
  if ((fileKey ?? passphrase) === undefined && identities.length === 0)
    throw locked("The bundle is encrypted.", {
      next: "Set HOLDFAST_PASSPHRASE, or pass --identity <file> with your secret key.",
    });
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if (fileKey) decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  else if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) addIdentity(decrypter, identity);
  return await opened(async () => fromWeb(await decrypter.decrypt(toWeb(encrypted))));
}

/**
 * Keys with which a file that begins with these bytes can be read several times. From a passphrase, its key is derived now
 * and once, which takes a second and 256 MB. Throws `unauthorized` if it is wrong.
 */
export async function deriveFileKey(start: Uint8Array, keys: Keys): Promise<Keys> {
  const { passphrase, identities } = keys;
  const [header] = PASSPHRASE_HEADER.exec(Buffer.from(start).toString("latin1")) ?? [];
  if (passphrase === undefined || header === undefined) return keys;
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return await opened(async () => {
    return { identities, fileKey: await decrypter.decryptHeader(Buffer.from(header, "latin1")) };
  });
}

async function opened<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw locked("No passphrase or key that you gave opens this bundle.", {
      cause: error,
      next: "Check the passphrase (HOLDFAST_PASSPHRASE if that is set) or the key file, and run it again.",
    });
  }
}

/** Whether a file that begins with these bytes is an encrypted bundle. Throws if it is no bundle at all. */
export function isEncrypted(start: Uint8Array): boolean {
  const bytes = Buffer.from(start);
  if (bytes.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER)) return false;
  if (bytes.toString("latin1").startsWith(AGE_HEADER)) return true;
  throw notABundle();
}

function addRecipient(encrypter: { addRecipient(key: string): void }, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new HoldfastError("invalid_input", `"${recipient.slice(0, 80)}" is not a public key of age.`, {
      cause,
      next: "Pass the key that `age-keygen` prints; it begins with age1.",
    });
  }
}

function addIdentity(decrypter: { addIdentity(key: string): void }, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new HoldfastError("invalid_input", "The key file has a line that is no secret key of age.", {
      cause,
      next: "Pass the file that `age-keygen -o` wrote.",
    });
  }
}

function locked(message: string, why: { cause?: unknown; next: string }): HoldfastError {
  return new HoldfastError("unauthorized", `${message} Nothing was changed.`, why);
}

// The types of web streams in Node.js and in the library's DOM differ only in name.
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream);
}
