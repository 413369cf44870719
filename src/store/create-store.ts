import type { Kysely } from "kysely";
import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { NodeMap, Store, SweepResult } from "../kernel/store.ts";
import * as checkpoints from "./checkpoint-table.ts";
import * as events from "./event-table.ts";
import { selectNodes } from "./node-table.ts";
import type { Tables } from "./schema.ts";
import * as sessions from "./session-table.ts";
import type { Backend } from "./traits.ts";

type Sweeper = (db: Kysely<Tables>, maxNodes: number) => Promise<SweepResult>;

/** The store over a connection pool, or over one transaction when `db` is one. */
export function createStore(db: Kysely<Tables>, backend: Backend, sweeper: Sweeper): Store {
  const { traits } = backend;
  const inTransaction = <T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> =>
    db.isTransaction ? work(db) : db.transaction().execute(work);
  return {
    // Every commit is on disk before it is acknowledged: the weaker durability is given the stronger one.
    saveCheckpoint: (checkpoint, nodes) => save({ db, backend, inTransaction }, { checkpoint, nodes }),
    getCheckpoint: (id) => checkpoints.selectCheckpoint(db, id),
    findCheckpointIds: (prefix, limit) => checkpoints.selectIds(db, prefix, limit),
    listCheckpoints: (filter) => checkpoints.selectCheckpoints(db, filter),
    updateCheckpoint: (id, change) => checkpoints.changeCheckpoint(db, id, change),
    deleteCheckpoints: (ids) => checkpoints.removeCheckpoints(db, ids),
    getNodes: (keys) => selectNodes(db, traits, keys),
    sweepNodes: ({ maxNodes }) => sweeper(db, maxNodes),
    sweepEpoch: () => events.selectEpoch(db),
    ensureProject: (project) => sessions.ensureProject(db, project),
    getProject: (id) => sessions.selectProject(db, "id", id),
    findProjectByRoot: (root) => sessions.selectProject(db, "root", root),
    getSession: (id) => sessions.selectSession(db, id),
    findSession: (agent, nativeId) => sessions.selectByAlias(db, agent, nativeId),
    listSessions: (filter) => sessions.selectSessions(db, filter),
    putSession: (session) => inTransaction((transaction) => sessions.upsertSession(transaction, session)),
    putDelivery: (delivery) => sessions.insertDelivery(db, delivery),
    listDeliveries: (sessionId) => sessions.selectDeliveries(db, sessionId),
    handledEvent: (eventId) => events.selectEvent(db, eventId),
    markEventHandled: (eventId, at, reply) => events.insertEvent(db, { eventId, at, reply }),
    transaction: (work) => inTransaction((transaction) => work(createStore(transaction, backend, sweeper))),
    stats: () => events.selectStats(db),
    checkIntegrity: (full) => backend.checkIntegrity(full),
    releaseSpace: () => backend.releaseSpace(),
    close: () => db.destroy(),
  };
}

interface Connection {
  db: Kysely<Tables>;
  backend: Backend;
  inTransaction<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>;
}

async function save(
  { db, backend, inTransaction }: Connection,
  saved: { checkpoint: Checkpoint; nodes: NodeMap },
): Promise<void> {
  refuseNul(saved.checkpoint);
  const { traits } = backend;
  if (await checkpoints.insertAtOnce(db, traits, saved)) return;
  await inTransaction((transaction) => checkpoints.insertCheckpoint(transaction, traits, saved));
}

/** PostgreSQL cannot keep NUL in a text; both databases refuse it alike. */
function refuseNul(checkpoint: Checkpoint): void {
  for (const [field, value] of Object.entries(checkpoint)) {
    if (typeof value === "string" && value.includes("\0")) {
      throw new HoldfastError("invalid_input", `${field} holds a NUL character; leave it out.`);
    }
  }
}
