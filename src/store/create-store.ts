import type { Kysely } from "kysely";
import { HoldfastError } from "../kernel/errors.ts";
import type { SweepResult } from "../kernel/storage/maintenance-storage.ts";
import type { Store } from "../kernel/storage/store.ts";
import { findDamage } from "./find-damage.ts";
import { checkpointStorage } from "./tables/checkpoint-storage.ts";
import * as events from "./tables/event-table.ts";
import * as memories from "./tables/memory-table.ts";
import { selectNodes } from "./tables/node-table.ts";
import { replyStorage } from "./tables/reply-table.ts";
import type { Tables } from "./tables/schema.ts";
import { sessionStorage } from "./tables/session-storage.ts";
import { sharingStorage } from "./tables/sharing-table.ts";
import { workflowStorage } from "./tables/workflow-table.ts";
import { insertWrites, replaceWrites, selectWrites } from "./tables/write-table.ts";
import type { Backend, Retry } from "./traits.ts";

type Sweeper = (db: Kysely<Tables>, maxNodes: number) => Promise<SweepResult>;

/** The store over a connection pool, or over one transaction if `db` is one. */
export function createStore(db: Kysely<Tables>, backend: Backend, sweeper: Sweeper): Store {
  const { traits } = backend;
  const inTransaction = <T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> =>
    db.isTransaction ? work(db) : db.transaction().execute(work);
  // Only for work that may run twice. A lost connection ends its transaction, so work inside one is not repeated.
  const retry: Retry = db.isTransaction ? (work) => work() : backend.retry;
  const retryTransaction = <T>(work: (inside: Kysely<Tables>) => Promise<T>) =>
    retry(() => inTransaction(work));
  const slice = sliceOf(db, backend);
  return {
    ...checkpointStorage(db, { traits, retry, slice }),
    ...sessionStorage(db, { retry, retryTransaction, slice }),
    ...sharingStorage(db, { retry, inTransaction }),
    getNodes: (keys) => retry(() => selectNodes(db, traits, keys)),
    sweepNodes: ({ maxNodes }) => slice(() => sweeper(db, maxNodes)),
    ...replyStorage(db, { retry, retryTransaction }),
    putMemory: (memory, words) => retry(() => memories.insertMemory(db, memory, words)),
    findMemories: (projectId, words, limit) =>
      retry(() => memories.selectMemories(db, traits, { projectId, words, limit })),
    listMemories: (page) => retry(() => memories.selectAllMemories(db, page)),
    countMemories: (projectId) => retry(() => memories.countMemories(db, projectId)),
    countUses: (ids) => memories.addUses(db, ids),
    deleteMemory: (projectId, id) => memories.removeMemory(db, projectId, id),
    handledEvent: (eventId) => retry(() => events.selectEvent(db, eventId)),
    // Not repeated: the second attempt would report that another process was first.
    markEventHandled: (eventId, at, reply) => events.insertEvent(db, { eventId, at, reply }),
    dropReplies: (before, limit) => slice(() => events.emptyReplies(db, before, limit)),
    forgetEvents: (before, limit) => slice(() => events.deleteEvents(db, before, limit)),
    ...workflowStorage(db, { traits, retry, retryTransaction }),
    putWrites: (writes) => retryTransaction((inside) => insertWrites(inside, writes)),
    replaceWrites: (writes) => retryTransaction((inside) => replaceWrites(inside, writes)),
    listWrites: (ids) => retry(() => selectWrites(db, ids)),
    transaction: (work) =>
      beginOnce(retry, inTransaction, (inside) => work(createStore(inside, backend, sweeper))),
    stats: () => retry(() => events.selectStats(db)),
    checkIntegrity: async (full) => [
      ...(await backend.checkIntegrity(full)),
      ...(await findDamage(db, traits, full)),
    ],
    releaseSpace: () => slice(() => backend.releaseSpace(db)),
    keepBackups: (keep, now) => backend.keepBackups(keep, now),
    close: () => db.destroy(),
  };
}

/** A transaction may be retried until its work has begun. */
function beginOnce<T>(
  retry: Retry,
  inTransaction: (work: (inside: Kysely<Tables>) => Promise<T>) => Promise<T>,
  work: (inside: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  let begun = false;
  const run = (inside: Kysely<Tables>) => {
    begun = true;
    return work(inside);
  };
  return retry(
    () => inTransaction(run),
    () => !begun,
  );
}

/** Runs one slice of a large deletion. On a full disk the slice uses the reserved space. */
function sliceOf(db: Kysely<Tables>, { truncateWal, releaseReserve }: Backend) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (db.isTransaction) return await work();
    const withReserve = async <U>(step: () => Promise<U>): Promise<U> =>
      await step().catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        if (!releaseReserve()) throw withoutReserve(error);
        return await step();
      });
    const done = await withReserve(work);
    // Truncating copies the log into the file, which may have to grow.
    await withReserve(() => truncateWal(db));
    return done;
  };
}

function isFull(error: unknown): error is HoldfastError {
  return error instanceof HoldfastError && error.code === "store_full";
}

/** A deletion is written to the log before it frees anything: advising to prune would not help here. */
function withoutReserve({ message, cause }: HoldfastError): HoldfastError {
  const next = "Deleting needs some disk space too: free 2 MB, then run `holdfast prune`.";
  return new HoldfastError("store_full", message, { cause, next });
}
