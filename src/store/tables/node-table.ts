import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Traits } from "../traits.ts";
import type { Tables } from "./schema.ts";

interface NodeRow {
  key: Uint8Array;
  bytes: Uint8Array;
}

const SLICE = 2_000;

export async function selectNodes(
  db: Kysely<Tables>,
  traits: Traits,
  keys: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const rows = await selectByKey<NodeRow>(db, keys, (json) => traits.nodesOf(json, "n.key, n.bytes"));
  return new Map(rows.map(({ key, bytes }) => [hex(key), bytes]));
}

/** Row ids of existing nodes. They distinguish a node from an equal one that was swept and stored again. */
export async function selectNodeIds(
  db: Kysely<Tables>,
  traits: Traits,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectByKey<{ key: Uint8Array; id: number }>(db, keys, (json) =>
    traits.nodesOf(json, "n.key, n.id"),
  );
  return new Map(rows.map(({ key, id }) => [hex(key), id]));
}

async function selectByKey<Row>(
  db: Kysely<Tables>,
  keys: readonly string[],
  query: (json: string) => RawBuilder<unknown>,
): Promise<Row[]> {
  const found: Row[][] = [];
  // One parameter for any number of keys, so the statement is compiled and prepared once; no column needs translation.
  const plain = db.withoutPlugins();
  for (let at = 0; at < keys.length; at += SLICE) {
    const slice = JSON.stringify(keys.slice(at, at + SLICE));
    found.push((await sql<Row>`${query(slice)}`.execute(plain)).rows);
  }
  return found.flat();
}

export function hex(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("hex");
}
