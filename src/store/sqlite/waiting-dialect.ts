import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { waitWhileBusy } from "./wait-while-busy.ts";

/**
 * A dialect whose statements wait for locks without blocking the process. A transaction begins with the lock, so only
 * its first statement waits.
 */
export function createWaitingDialect(dialect: Dialect, busyTimeoutMs: number): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => createWaitingDriver(dialect.createDriver(), busyTimeoutMs),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

function createWaitingDriver(driver: Driver, busyTimeoutMs: number): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      return createWaitingConnection(await driver.acquireConnection(), busyTimeoutMs);
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}

function createWaitingConnection(connection: DatabaseConnection, busyTimeoutMs: number): DatabaseConnection {
  return {
    executeQuery: (query) => waitWhileBusy(busyTimeoutMs, () => connection.executeQuery(query)),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}
