import { type Kysely, sql } from "kysely";
import * as z from "zod";
import { MAX_PIECE, type PartInfo, type SharingStorage } from "../../kernel/storage/sharing-storage.ts";
import { tryParseJson } from "../../text/json-text.ts";
import type { Retry } from "../traits.ts";
import type { Tables } from "./schema.ts";

const MOST_CLONES = 2_000;
/** Sessions of one query. */
const AT_ONCE = 500;
const Remotes = z.array(z.string()).catch([]);

interface Execution {
  retry: Retry;
  inTransaction: <T>(work: (inside: Kysely<Tables>) => Promise<T>) => Promise<T>;
}

export function sharingStorage(db: Kysely<Tables>, { retry, inTransaction }: Execution): SharingStorage {
  return {
    putClone: ({ remotes, ...clone }) =>
      retry(async () => {
        const row = { ...clone, remotes: JSON.stringify(remotes) };
        const write = db.insertInto("clones").values(row);
        await write
          .onConflict((conflict) => conflict.columns(["host", "projectId"]).doUpdateSet(row))
          .execute();
      }),
    listClones: () =>
      retry(async () => {
        const rows = await db
          .selectFrom("clones")
          .selectAll()
          .orderBy("seenAt", "desc")
          .limit(MOST_CLONES)
          .execute();
        return rows.map((row) => ({ ...row, remotes: Remotes.parse(tryParseJson(row.remotes)) }));
      }),
    // Not repeated, since the pieces can be read once.
    putPart: (part, pieces) => inTransaction((inside) => replacePart(inside, part, pieces)),
    listParts: (sessionIds) => retry(() => inSlices(sessionIds, (ids) => selectParts(db, ids))),
    getPiece: (part, number) => retry(() => selectPiece(db, part, number)),
    deleteParts: (host, sessionIds) =>
      retry(async () => {
        const deleted = await inSlices(sessionIds, async (ids) => {
          const those = db.deleteFrom("sessionParts").where("host", "=", host).where("sessionId", "in", ids);
          return await those.returning(["sessionId"]).execute();
        });
        return new Set(deleted.map(({ sessionId }) => sessionId)).size;
      }),
  };
}

async function replacePart(
  db: Kysely<Tables>,
  part: PartInfo,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { sessionId, host } = part;
  await db.deleteFrom("sessionParts").where("sessionId", "=", sessionId).where("host", "=", host).execute();
  let number = 0;
  for await (const bytes of pieces) {
    await db
      .insertInto("sessionParts")
      .values({ ...part, number, bytes })
      .execute();
    number += 1;
  }
}

async function selectParts(db: Kysely<Tables>, ids: readonly string[]): Promise<PartInfo[]> {
  return await db
    .selectFrom("sessionParts")
    .select(["sessionId", "host", "machine", "version", "files"])
    .where("sessionId", "in", ids)
    .where("number", "=", 0)
    .orderBy("sessionId")
    .orderBy("host")
    .execute();
}

async function selectPiece(
  db: Kysely<Tables>,
  { sessionId, host, version }: PartInfo,
  number: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("sessionParts")
    .select("bytes")
    .where("sessionId", "=", sessionId)
    .where("host", "=", host)
    .where("number", "=", number)
    .where("version", "=", version)
    .where(sql<boolean>`length(bytes) <= ${MAX_PIECE}`)
    .executeTakeFirst();
  return row?.bytes;
}

async function inSlices<T>(
  ids: readonly string[],
  work: (ids: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) found.push(...(await work(ids.slice(at, at + AT_ONCE))));
  return found;
}
