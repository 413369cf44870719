import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { SessionStorage } from "../../src/kernel/storage/session-storage.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import type { Transactions } from "../../src/kernel/storage/transactions.ts";
import { changeSession, retryConflict, writeSession } from "../../src/sessions/change-session.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { temporarySchema } from "../support/temporary-schema.ts";

// Null only if HOLDFAST_TEST_WITHOUT_POSTGRES=1 is set, which the run reports.
const url = inject("postgresUrl") ?? "";

describe.runIf(url)("PostgreSQL, which does not lock what is only read", () => {
  let schema: string;
  let stores: Store[];
  const open = async () => {
    const store = await openStore({ file: ":memory:", url, schema, childKeys: sampleChildKeys });
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    schema = await temporarySchema(url);
    stores = [];
  });
  afterEach(async () => void (await Promise.all(stores.map((store) => store.close()))));

  /** Lets a hook write after each of the first `times` reads. */
  const disturbed = (store: Store, hook: () => Promise<unknown>, times: number) => {
    let left = times;
    return {
      transaction: (work: (inside: Store) => Promise<unknown>) =>
        store.transaction((inside) =>
          work({
            ...inside,
            getSession: async (id) => {
              const read = await inside.getSession(id);
              if (left-- > 0) await hook();
              return read;
            },
          }),
        ),
    } as Transactions<SessionStorage>;
  };

  test("what a hook writes between reading and writing a session is not lost", async () => {
    const [ours, theirs] = [await open(), await open()];
    const session = sampleSession();
    await ours.replaceSession(session);
    const hook = () => changeSession({ store: theirs }, session.id, (now) => ({ ...now, pid: 8 }));
    const store = disturbed(ours, hook, 1);
    const written = await changeSession({ store }, session.id, (now) => ({ ...now, dismissedAt: 7 }));
    expect(written).toMatchObject({ pid: 8, dismissedAt: 7, revision: 3 });
    expect(await ours.getSession(session.id)).toEqual(written);
  });

  test("if hooks keep writing a session, it is not changed and the caller gets an error", async () => {
    const [ours, theirs] = [await open(), await open()];
    const session = sampleSession();
    await ours.replaceSession(session);
    const hook = () => changeSession({ store: theirs }, session.id, (now) => ({ ...now, pid: 8 }));
    const store = disturbed(ours, hook, Number.POSITIVE_INFINITY);
    const change = changeSession({ store }, session.id, (now) => ({ ...now, dismissedAt: 7 }));
    await expect(change).rejects.toMatchObject({ code: "conflict" });
    expect(await ours.getSession(session.id)).toMatchObject({ pid: 8, dismissedAt: null });
  });

  test("a transaction with a conflict is rolled back completely", async () => {
    const [ours, theirs] = [await open(), await open()];
    const [one, other] = [sampleSession(), sampleSession()];
    for (const session of [one, other]) await ours.replaceSession(session);
    let made = 0;
    const work = () =>
      ours.transaction(async (inside) => {
        const read = (await inside.getSession(other.id)) ?? other;
        if (made++ === 0) await theirs.replaceSession({ ...read, pid: 8 });
        const first = (await inside.getSession(one.id)) ?? one;
        await writeSession(inside, { ...first, incarnation: first.incarnation + 1 });
        await writeSession(inside, { ...read, endReason: "done" });
      });
    await retryConflict(work);
    expect(made).toBe(2);
    expect(await ours.getSession(one.id)).toMatchObject({ incarnation: one.incarnation + 1 });
    expect(await ours.getSession(other.id)).toMatchObject({ pid: 8, endReason: "done" });
  });
});

test("a session that does not exist is not created", async () => {
  const store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
  expect(await changeSession({ store }, "ses_none", (now) => now)).toBeUndefined();
  expect(await store.listSessions({ limit: 1 })).toEqual([]);
  await store.close();
});
