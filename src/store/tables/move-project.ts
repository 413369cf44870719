import { basename } from "node:path";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DirectoryMove } from "../../kernel/directory-move.ts";
import type { Tables } from "./schema.ts";

/** Only the directories that lead through the root change: a linked worktree, for example, is where it was. */
export async function moveProject(db: Kysely<Tables>, id: string, move: DirectoryMove): Promise<void> {
  const renamed = await db
    .updateTable("projects")
    .set({ root: move.to, name: basename(move.to) || move.to })
    .where("id", "=", id)
    .where("root", "=", move.from)
    .executeTakeFirst();
  if (renamed.numUpdatedRows === 0n) return;
  await db
    .updateTable("sessions")
    .set({
      worktree: moved("worktree", move),
      cwd: moved("cwd", move),
      startedIn: moved("started_in", move),
      revision: sql<number>`revision + 1`,
    })
    .where("projectId", "=", id)
    .execute();
  await db
    .updateTable("checkpoints")
    .set({ worktree: moved("worktree", move) })
    .where("projectId", "=", id)
    .execute();
}

/** Null stays null. */
function moved(column: string, { from, to }: DirectoryMove): RawBuilder<string> {
  const value = sql.ref(column);
  // The casts are for PostgreSQL, which does not know the types of parameters. The database counts characters in its own way.
  const [old, renamed, inside] = [from, to, `${from}/`].map((path) => sql`cast(${path} as text)`);
  return sql<string>`case
    when ${value} = ${old} then ${renamed}
    when substr(${value}, 1, length(${inside})) = ${inside} then ${renamed} || substr(${value}, length(${old}) + 1)
    else ${value} end`;
}
