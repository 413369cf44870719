import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { hex, selectNodeIds } from "./tables/node-table.ts";
import type { Tables } from "./tables/schema.ts";
import type { Traits } from "./traits.ts";

const PAGE = 500;
const NAMED = 100;

/**
 * Finds damage that the database's own check does not: nodes that do not match their key, and checkpoints whose state
 * is missing. Without `full` only the newest page of each is checked.
 */
export async function findDamage(db: Kysely<Tables>, traits: Traits, full: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const page of [nodePage, recordPage]) {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const { found, last } = await page(db, traits, before);
      problems.push(...found);
      if (last === undefined || !full || problems.length >= NAMED) break;
      before = last;
      await new Promise(setImmediate);
    }
  }
  return problems.slice(0, NAMED);
}

interface Page {
  found: string[];
  last: number | undefined;
}

async function nodePage(db: Kysely<Tables>, _traits: Traits, before: number): Promise<Page> {
  const rows = await db
    .selectFrom("nodes")
    .selectAll()
    .where("id", "<", before)
    .orderBy("id", "desc")
    .limit(PAGE)
    .execute();
  const found = rows
    .filter(({ key, bytes }) => !createHash("sha256").update(bytes).digest().equals(key))
    .map(({ key }) => `state node ${hex(key)} is damaged`);
  return { found, last: rows.at(-1)?.id };
}

async function recordPage(db: Kysely<Tables>, traits: Traits, before: number): Promise<Page> {
  const rows = await db
    .selectFrom("checkpoints")
    .select(["seq", "id", "stateRoot"])
    .where("seq", "<", before)
    .orderBy("seq", "desc")
    .limit(PAGE)
    .execute();
  const roots = rows.map(({ stateRoot }) => stateRoot);
  const existing = await selectNodeIds(db, traits, roots);
  const found = rows
    .filter(({ stateRoot }) => !existing.has(stateRoot))
    .map(({ id }) => `the state of ${id} is missing`);
  return { found, last: rows.at(-1)?.seq };
}
