import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CamelCasePlugin, Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { MIGRATIONS, type Migration } from "../../src/store/migrations/list.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sqliteBackend } from "../../src/store/sqlite/backend.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import type { Tables } from "../../src/store/tables/schema.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { runSql, temporarySchema } from "../support/temporary-schema.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-migrate-"));
  file = join(folder, "holdfast.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (path = file) => openStore({ file: path, childKeys: sampleChildKeys });
// Null only with HOLDFAST_TEST_WITHOUT_POSTGRES=1, which the test run reports.
const url = inject("postgresUrl");

/** Migrates the file to one version past the newest, with a migration of the test. */
async function migrateFurther(up: Migration["up"]): Promise<void> {
  await migrateTo([...MIGRATIONS, { name: "further", up }]);
}

async function migrateTo(migrations: readonly Migration[], fill?: string): Promise<void> {
  const backend = sqliteBackend({ file, busyTimeoutMs: 1_000 });
  const db = new Kysely<Tables>({ dialect: backend.dialect, plugins: [new CamelCasePlugin()] });
  try {
    await migrate({ db }, backend, migrations);
    if (fill !== undefined) await sql.raw(fill).execute(db);
  } finally {
    await db.destroy();
  }
}

test("33.3: opening an old database reports the upgrade, opening a new or a current one does not", async () => {
  let upgrades = 0;
  const onUpgrade = async () => void upgrades++;
  const openClose = async () => (await openStore({ file, childKeys: sampleChildKeys, onUpgrade })).close();
  await migrateTo(MIGRATIONS.slice(0, 3));
  await openClose();
  expect(upgrades).toBe(1);
  await openClose();
  file = join(folder, "new.db");
  await openClose();
  expect(upgrades).toBe(1);
});

test("R-M1 R-P7: a database of each older version is copied, migrated, and opens with its records", async () => {
  const fill = `insert into projects (id, root, name, created_at) values ('prj_old', '/old', 'old', 1)`;
  for (let version = 1; version < MIGRATIONS.length; version++) {
    file = join(folder, `v${version}.db`);
    await migrateTo(MIGRATIONS.slice(0, version), fill);
    const store = await open();
    expect(await store.getProject("prj_old")).toMatchObject({ root: "/old" });
    const saved = sampleCheckpoint();
    await store.saveCheckpoint(saved, new Map());
    expect(await store.getCheckpoint(saved.id)).toMatchObject(saved);
    expect(await store.findMemories("prj_old", [], 1)).toEqual([]);
    await store.close();
    expect(readdirSync(folder)).toContain(`v${version}.db.before-v${version + 1}`);
  }
});

test("S11: every migration is in the list, numbered in order", () => {
  const files = readdirSync(fileURLToPath(new URL("../../src/store/migrations", import.meta.url)));
  const numbered = files.filter((file) => /^\d/.test(file)).sort();
  const listed = MIGRATIONS.map(({ name }, i) => `${String(i + 1).padStart(4, "0")}-${name}.ts`);
  expect(numbered).toEqual(listed);
});

test("R-M2 R-P7: a failed migration leaves schema, version and records unchanged, and a copy of the previous state", async () => {
  const saved = sampleCheckpoint({ digest: "kept" });
  const store = await open();
  await store.saveCheckpoint(saved, new Map());
  await store.close();
  const failing = migrateFurther(async (db) => {
    await sql.raw("alter table checkpoints drop column digest").execute(db);
    throw new RangeError("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  for (const path of [file, `${file}.before-v${MIGRATIONS.length + 1}`]) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const opened = await open(path);
    expect(await opened.getCheckpoint(saved.id)).toMatchObject(saved);
    await opened.close();
  }
});

test("R-M2: a successful migration leaves one copy of the previous state, and a new database leaves none", async () => {
  await (await open()).close();
  const copies = () => readdirSync(folder).filter((name) => name.includes("before"));
  expect(copies()).toEqual([]);
  await migrateFurther(async (db) => {
    await sql.raw("create table further (id integer)").execute(db);
  });
  expect(copies()).toEqual([`holdfast.db.before-v${MIGRATIONS.length + 1}`]);
  await expect(open()).rejects.toMatchObject({ code: "store_newer" });
});

test("R-M6: an index that was dropped by hand is recreated, and a dropped column is reported (SQLite)", async () => {
  await (await open()).close();
  const changed = (statement: string): unknown[] => {
    const db = openDatabase({ file, busyTimeoutMs: 0 });
    db.exec(statement);
    const rows = db.prepare("select name from sqlite_master where name = 'checkpoints_by_parent'").all();
    db.close();
    return rows;
  };
  expect(changed("drop index checkpoints_by_parent")).toEqual([]);
  await (await open()).close();
  expect(changed("alter table checkpoints drop column digest")).toHaveLength(1);
  await expect(open()).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("checkpoints.digest"),
  });
});

test.runIf(url)(
  "R-M6: an index that was dropped by hand is recreated, and a dropped column is reported (PostgreSQL)",
  async () => {
    const server = url ?? "";
    const schema = await temporarySchema(server);
    const openThere = () => openStore({ file: ":memory:", url: server, schema, childKeys: sampleChildKeys });
    await (await openThere()).close();
    await runSql(server, `drop index ${schema}.checkpoints_by_parent`);
    await (await openThere()).close();
    const indexes = `select indexname from pg_indexes where schemaname = '${schema}' and indexname like '%by_parent'`;
    expect((await runSql(server, indexes)).rows).toHaveLength(1);
    await runSql(server, `alter table ${schema}.checkpoints drop column digest`);
    await expect(openThere()).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("checkpoints.digest"),
    });
  },
);
