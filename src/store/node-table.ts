import { type Kysely, sql } from "kysely";
import type { NodeMap } from "../kernel/store.ts";
import type { Tables } from "./schema.ts";
import type { Traits } from "./traits.ts";

interface NodeRow {
  key: Uint8Array;
  bytes: Uint8Array;
}

const SLICE = 2_000;

export function nodeRows(nodes: NodeMap): NodeRow[] {
  return Array.from(nodes, ([key, bytes]) => ({ key: Buffer.from(key, "hex"), bytes }));
}

/** A node that is there already is the same node: its key is its content. */
export async function insertNodes(
  db: Kysely<Tables>,
  traits: Traits,
  rows: readonly NodeRow[],
): Promise<void> {
  const slice = Math.floor(traits.maxParameters / 2);
  for (let at = 0; at < rows.length; at += slice) {
    await db
      .withoutPlugins()
      .insertInto("nodes")
      .values(rows.slice(at, at + slice))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function selectNodes(
  db: Kysely<Tables>,
  traits: Traits,
  keys: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  // One parameter whatever the number of keys, so the statement is compiled and prepared once; no name needs translation.
  const plain = db.withoutPlugins();
  for (let at = 0; at < keys.length; at += SLICE) {
    const slice = JSON.stringify(keys.slice(at, at + SLICE));
    const { rows } = await sql<NodeRow>`${traits.nodesOf(slice)}`.execute(plain);
    for (const { key, bytes } of rows) found.set(hex(key), bytes);
  }
  return found;
}

export function hex(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("hex");
}
