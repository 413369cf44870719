import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** Gives the column the name that the rest of the product uses. */
export async function pendingRecovery(db: Kysely<Tables>): Promise<void> {
  await sql.raw("alter table sessions rename column recovery_owed to pending_recovery").execute(db);
}
