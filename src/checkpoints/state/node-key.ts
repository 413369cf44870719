import * as crypto from "node:crypto";

/** SHA-256 of the bytes as 64 hex characters. */
export function nodeKey(bytes: Uint8Array | string): string {
  // `crypto.hash` (Node 20.12) saves the hash object; type definitions of Node 20 do not know it yet.
  return crypto.createHash("sha256").update(bytes).digest("hex");
}
