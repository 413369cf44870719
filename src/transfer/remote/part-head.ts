import * as z from "zod";
import { tryParseJson } from "../../text/json-text.ts";
import type { Keys, Lock } from "../bundle/encryption.ts";
import { decryptBytes, encryptBytes } from "./remote-keys.ts";

export const PART_VERSION = 1;

/** What a part says of itself, encrypted and apart from its content, so that it is known before that is read. */
const PartHead = z.object({
  version: z.number(),
  /** The session; null for the notes of the project. */
  session: z.string().nullable(),
  machine: z.string().max(200),
  edits: z.record(z.string().max(100), z.number()),
  lastSeenAt: z.number(),
  promptCount: z.number(),
  project: z.object({ name: z.string(), remotes: z.array(z.string()), rootCommit: z.string().nullable() }),
});
export type PartHead = z.infer<typeof PartHead>;

export async function sealHead(head: PartHead, lock: Lock): Promise<Buffer> {
  return await encryptBytes(Buffer.from(JSON.stringify(head)), lock);
}

/** Throws `unauthorized` if no key fits. Undefined for what is no head, or that of a newer version. */
export async function openHead(bytes: Uint8Array, keys: Keys): Promise<PartHead | undefined> {
  const json = tryParseJson((await decryptBytes(bytes, keys)).toString());
  const read = PartHead.safeParse(json);
  return read.success && read.data.version <= PART_VERSION ? read.data : undefined;
}
