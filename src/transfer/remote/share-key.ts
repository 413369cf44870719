import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Remote } from "../../kernel/ports/remotes.ts";
import { checkPassphrase } from "../check-passphrase.ts";
import { decryptBytes, encryptBytes } from "./remote-keys.ts";

export const KEY_PART = "key";
const SECRET = /^AGE-SECRET-KEY-[A-Z0-9-]{20,200}$/;

/**
 * The secret key of a remote. It is stored there, encrypted with the passphrase, so that another machine needs only that,
 * and deriving a key from the passphrase, which takes long on purpose, happens once. Throws `unauthorized`, with nothing
 * changed, if the passphrase is not that of the remote.
 */
export async function shareKey(
  remote: Remote,
  passphrase: string,
): Promise<{ key: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const existing = await readKey(remote, passphrase);
  if (existing !== undefined) return { key: existing, recipient: await identityToRecipient(existing) };
  checkPassphrase(passphrase);
  const created = await generateX25519Identity();
  const content = join(remote.directory, "no-content");
  writeFileSync(content, "", { mode: 0o600 });
  const head = await encryptBytes(Buffer.from(created), { passphrase });
  const isCreated = await remote.create({ name: KEY_PART, head, content });
  // Another machine was faster: its key is the one of the remote.
  const key = isCreated ? created : await readKey(remote, passphrase);
  if (key === undefined) throw unusable();
  return { key, recipient: await identityToRecipient(key) };
}

async function readKey(remote: Remote, passphrase: string): Promise<string | undefined> {
  if (!(await remote.list()).some(({ name }) => name === KEY_PART)) return undefined;
  for await (const { head } of remote.get([KEY_PART])) {
    if (!head) throw unusable();
    const key = (await openKey(head, passphrase)).toString();
    if (!SECRET.test(key)) throw unusable();
    return key;
  }
  return undefined;
}

async function openKey(head: Uint8Array, passphrase: string): Promise<Buffer> {
  try {
    return await decryptBytes(head, { passphrase, identities: [] });
  } catch (cause) {
    throw new HoldfastError(
      "unauthorized",
      "This is not the passphrase of the remote. Nothing was changed.",
      {
        cause,
        next: "Use the passphrase with which the remote was added on the first machine.",
      },
    );
  }
}

function unusable(): HoldfastError {
  return new HoldfastError("state_corrupt", "The key in the remote cannot be read. Nothing was changed.", {
    next: "Add another remote, or delete its ref refs/holdfast/key and push again from each machine.",
  });
}
