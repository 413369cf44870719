import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Remote, RemoteEntry } from "../../kernel/ports/remotes.ts";
import type { Keys, Lock } from "../bundle/encryption.ts";
import { decryptBytes, encryptBytes } from "./remote-keys.ts";

const CHECK_PART = "check";

/** Stores a few encrypted bytes with which a machine can try its key, since a session may be large. Once per remote. */
export async function offerKeyCheck(link: Remote, there: readonly RemoteEntry[], lock: Lock): Promise<void> {
  if (there.some(({ name }) => name === CHECK_PART)) return;
  const content = join(link.directory, "no-content");
  writeFileSync(content, "", { mode: 0o600 });
  await link.create({ name: CHECK_PART, head: await encryptBytes(new Uint8Array(1), lock), content });
}

/** Throws `unauthorized` if the key does not open what is in the remote. Nothing can be tried before the first push. */
export async function tryKey(link: Remote, keys: Keys): Promise<void> {
  if (!(await link.list()).some(({ name }) => name === CHECK_PART)) return;
  for await (const { head } of link.get([CHECK_PART])) if (head) await decryptBytes(head, keys);
}
