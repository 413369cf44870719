import { Readable } from "node:stream";
import { HoldfastError } from "../../kernel/errors.ts";
import { decrypt, encrypt, type Keys, type Lock } from "../bundle/encryption.ts";
import { readIdentities } from "../bundle/read-identities.ts";
import type { ProjectRemote } from "./project-remote.ts";

type RemoteKeys = Pick<ProjectRemote, "key" | "identity" | "recipients">;

export function lockOf({ recipients }: RemoteKeys): Lock {
  return { recipients };
}

export function keysOf({ key, identity }: RemoteKeys): Keys {
  if (key !== null) return { identities: [key] };
  if (identity !== null) return { identities: readIdentities(identity) };
  throw new HoldfastError(
    "unauthorized",
    "The remote was added without a secret key, so it can only be pushed to.",
    {
      next: "Remove it, and add it again with --identity <file>.",
    },
  );
}

export async function encryptBytes(bytes: Uint8Array, lock: Lock): Promise<Buffer> {
  return await gather(await encrypt(Readable.from([Buffer.from(bytes)]), lock));
}

/** Throws `unauthorized` if no key fits. */
export async function decryptBytes(bytes: Uint8Array, keys: Keys): Promise<Buffer> {
  return await gather(await decrypt(Readable.from([Buffer.from(bytes)]), keys));
}

async function gather(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}
