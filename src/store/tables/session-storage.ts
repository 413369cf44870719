import type { Kysely } from "kysely";
import type { DeliveryStorage } from "../../kernel/storage/delivery-storage.ts";
import type { MaintenanceStorage } from "../../kernel/storage/maintenance-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import type { Retry } from "../traits.ts";
import { moveProject } from "./move-project.ts";
import type { Tables } from "./schema.ts";
import * as sessions from "./session-table.ts";

interface Execution {
  retry: Retry;
  retryTransaction: <T>(work: (inside: Kysely<Tables>) => Promise<T>) => Promise<T>;
  /** Runs one slice of a large deletion. */
  slice: <T>(work: () => Promise<T>) => Promise<T>;
}

type Parts = ProjectStorage & SessionStorage & DeliveryStorage & Pick<MaintenanceStorage, "forgetSessions">;

export function sessionStorage(db: Kysely<Tables>, { retry, retryTransaction, slice }: Execution): Parts {
  return {
    ensureProject: (project) => retry(() => sessions.ensureProject(db, project)),
    getProject: (id) => retry(() => sessions.selectProject(db, "id", id)),
    findProjectByRoot: (root) => retry(() => sessions.selectProject(db, "root", root)),
    findProjectByDirectory: (directory) => retry(() => sessions.selectByDirectory(db, directory)),
    moveProject: (id, move) => retryTransaction((inside) => moveProject(inside, id, move)),
    listProjects: (limit) => retry(() => sessions.selectProjects(db, limit)),
    getSessions: (ids) => retry(() => sessions.selectSessionsById(db, ids)),
    getSession: (id) => retry(() => sessions.selectSession(db, id)),
    sessionRevision: (id) => retry(() => sessions.selectRevision(db, id)),
    findSession: (agent, nativeId) => retry(() => sessions.selectByAlias(db, agent, nativeId)),
    listSessions: (filter) => retry(() => sessions.selectSessions(db, filter)),
    listOutlines: (ids, extent) => retry(() => sessions.selectOutlines(db, ids, extent)),
    nativeIds: (ids) => retry(() => sessions.selectNativeIds(db, ids)),
    listParents: (ids) => retry(() => sessions.selectParents(db, ids)),
    replaceSession: (session) => retryTransaction((inside) => sessions.replaceSession(inside, session)),
    forgetSessions: (before, limit) =>
      slice(() => retryTransaction((inside) => sessions.deleteSessions(inside, before, limit))),
    putDelivery: (delivery) => retry(() => sessions.insertDelivery(db, delivery)),
    listDeliveries: (sessionId, since = 0) => retry(() => sessions.selectDeliveries(db, sessionId, since)),
    deliveriesOf: (sessionIds) => retry(() => sessions.selectDeliveriesOf(db, sessionIds)),
  };
}
