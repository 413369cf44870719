import { setTimeout as sleep } from "node:timers/promises";
import { CamelCasePlugin, Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { StateSaver } from "../../src/checkpoints/state/state-saver.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { postgresBackend } from "../../src/store/postgres/backend.ts";
import type { Tables } from "../../src/store/tables/schema.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { nodeMap, sampleNode } from "../../src/testing/sample-nodes.ts";
import { sampleCheckpoint, sampleId, sampleSession } from "../../src/testing/sample-records.ts";
import { cuttingProxy } from "../support/cutting-proxy.ts";
import { runSql, temporarySchema } from "../support/temporary-schema.ts";

// Null only with HOLDFAST_TEST_WITHOUT_POSTGRES=1, which the test run reports.
const server = inject("postgresUrl");
const url = server ?? "";

describe.runIf(server)("a server that fails", () => {
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  let schema: string;
  let store: Store;
  beforeEach(async () => {
    proxy = await cuttingProxy(url);
    schema = await temporarySchema(url);
    const ours = `${proxy.url}?application_name=${schema}`;
    store = await openStore({ file: ":memory:", url: ours, schema, childKeys: sampleChildKeys });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  test("a migration may take longer than any other statement", async () => {
    const backend = postgresBackend({ url: proxy.url, schema, busyTimeoutMs: 1_000 });
    const plugins = [new CamelCasePlugin()];
    const db = new Kysely<Tables>({ dialect: backend.dialect, plugins });
    const dialect = backend.migrationDialect ?? backend.dialect;
    const patient = new Kysely<Tables>({ dialect, plugins });
    const slow = {
      name: "slow",
      up: async (inside: Kysely<Tables>) => void (await sql`select pg_sleep(6.5)`.execute(inside)),
    };
    await migrate({ db, patient }, backend, [...MIGRATIONS, slow]);
    const [newest] = await db.selectFrom("migrations").selectAll().orderBy("version", "desc").execute();
    expect(newest?.name).toBe("slow");
    await expect(sql`select pg_sleep(6.5)`.execute(db)).rejects.toMatchObject({ code: "store_busy" });
    await Promise.all([db.destroy(), patient.destroy()]);
  });

  const endConnections = () =>
    runSql(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${schema}'`,
    );

  test("R-G3: a save whose response was lost is repeated, and stored once", async () => {
    const node = sampleNode("payload");
    const saved = sampleCheckpoint({ stateRoot: node.key });
    let cuts = 0;
    // The server has committed when it answers with the epoch.
    proxy.onAnswer((answer) => (answer.includes("epoch") && cuts++ === 0 ? "cut" : "none"));
    await store.saveCheckpoint(saved, nodeMap(node));
    expect(cuts).toBe(2);
    expect(await store.listCheckpoints({ limit: 10 })).toMatchObject([saved]);
  });

  test("saving the next of successive states takes one round trip", async () => {
    const saver = new StateSaver(store);
    let answers = 0;
    proxy.onAnswer(() => (answers++, "none"));
    await saver.save(sampleCheckpoint(), { messages: ["one"] });
    expect(answers).toBe(1);
  });

  test("R-G2: every save is acknowledged and stored once while the server ends connections", async () => {
    let endings = 0;
    const ending = (async () => {
      for (; endings < 6; endings++) {
        await sleep(150);
        await endConnections();
      }
    })();
    const ids: string[] = [];
    while (endings < 6) {
      const saved = sampleCheckpoint();
      await store.saveCheckpoint(saved, new Map());
      ids.push(saved.id);
      await sleep(2);
    }
    await ending;
    const stored = await store.listCheckpoints({ limit: 1_000 });
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test("R-G1: work continues after the server was down, without reopening the store", async () => {
    await store.saveCheckpoint(sampleCheckpoint(), new Map());
    proxy.refuse(true);
    const during = store.saveCheckpoint(sampleCheckpoint(), new Map());
    setTimeout(() => proxy.refuse(false), 300);
    await during;
    expect(await store.listCheckpoints({ limit: 10 })).toHaveLength(2);
  });

  test("R-G3: a transaction whose work had begun is not repeated, and leaves nothing", async () => {
    let begun = 0;
    const session = sampleSession();
    const work = store.transaction(async (inside) => {
      begun += 1;
      await inside.replaceSession(session);
      proxy.refuse(true);
      await inside.saveCheckpoint(sampleCheckpoint(), new Map());
    });
    await expect(work).rejects.toMatchObject({ code: "store_unavailable" });
    proxy.refuse(false);
    expect(begun).toBe(1);
    expect(await store.getSession(session.id)).toBeUndefined();
    // The connection that was lost was idle in the pool by then: a new transaction gets another.
    expect(await store.transaction((inside) => inside.markEventHandled("e1", 1, ""))).toBe(true);
  });

  test("R-G2: a call to a server that stops responding is given up, and its connection is not used again", async () => {
    proxy.onAnswer(() => "silence");
    await expect(store.getSession("ses_x")).rejects.toMatchObject({ code: "store_unavailable" });
    proxy.onAnswer(() => "none");
    expect(await store.getSession("ses_x")).toBeUndefined();
  }, 15_000);

  test("R-G4: an unreachable server is reported without its password", async () => {
    await proxy.close();
    const opening = openStore({
      file: ":memory:",
      url: proxy.url.replace("postgres@", "postgres:hunter2@"),
      childKeys: sampleChildKeys,
    });
    const error: unknown = await opening.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "store_unavailable" });
    expect(JSON.stringify(error) + String(error)).not.toContain("hunter2");
    proxy = await cuttingProxy(url);
  });

  test("R-G5: a server without free connections is reported as busy, and queries wait for a connection", async () => {
    const role = `${schema}_limited`;
    await runSql(
      url,
      `create role ${role} login password 'limited' connection limit 1;
       grant all on schema ${schema} to ${role};
       grant all on all tables in schema ${schema} to ${role}`,
    );
    const limited = Object.assign(new URL(url), { username: role, password: "limited" }).href;
    const open = () => openStore({ file: ":memory:", url: limited, schema, childKeys: sampleChildKeys });
    const first = await open();
    await expect(open()).rejects.toMatchObject({ code: "store_busy" });
    await Promise.all(Array.from({ length: 3 }, () => first.stats()));
    await first.close();
    await (await open()).close();
    await runSql(url, `drop owned by ${role}; drop role ${role}`);
  });

  test("a missing schema is created", async () => {
    const fresh = sampleId("made").replace("made_", "made_by_test_");
    await runSql(url, `drop schema if exists ${fresh} cascade`);
    const open = () => openStore({ file: ":memory:", url, schema: fresh, childKeys: sampleChildKeys });
    await Promise.all([open(), open()].map(async (opening) => await (await opening).close()));
    const tables = `select 1 from pg_tables where schemaname = '${fresh}' and tablename = 'checkpoints'`;
    expect((await runSql(url, tables)).rows).toHaveLength(1);
    await runSql(url, `drop schema ${fresh} cascade`);
  });
});

test.runIf(server)(
  "a process that starts on a new database waits for the one that migrates, even beyond the lock timeout",
  async () => {
    const schema = await temporarySchema(url);
    const other = new pg.Client(url);
    await other.connect();
    // The migration lock, held as by another process that migrates.
    await other.query("select pg_advisory_lock(4738001)");
    // A process that had given up would not ask again.
    const waits = new Set<string>();
    const countWaits = async () => {
      const asked = `select query_start::text as began from pg_stat_activity
        where application_name = '${schema}' and wait_event_type = 'Lock'`;
      const { rows } = await runSql(url, asked);
      for (const { began } of rows as { began: string }[]) waits.add(began);
      return waits.size;
    };
    const ours = { url: `${url}?application_name=${schema}`, schema, busyTimeoutMs: 200 };
    const opening = openStore({ file: "", ...ours, childKeys: sampleChildKeys });
    const failed = opening.then(
      () => undefined,
      (error: unknown) => error,
    );
    try {
      await expect.poll(countWaits, { timeout: 50_000, interval: 20 }).toBeGreaterThanOrEqual(3);
    } finally {
      await other.end();
    }
    expect(await failed).toBeUndefined();
    await (await opening).close();
    await runSql(url, `drop schema ${schema} cascade`);
  },
);
