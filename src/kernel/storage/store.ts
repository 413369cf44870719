import type { CheckpointStorage } from "./checkpoint-storage.ts";
import type { DeliveryStorage } from "./delivery-storage.ts";
import type { EventStorage } from "./event-storage.ts";
import type { MaintenanceStorage } from "./maintenance-storage.ts";
import type { MemoryStorage } from "./memory-storage.ts";
import type { NodeStorage } from "./node-storage.ts";
import type { ProjectStorage } from "./project-storage.ts";
import type { ReplyStorage } from "./reply-storage.ts";
import type { SessionStorage } from "./session-storage.ts";
import type { SharingStorage } from "./sharing-storage.ts";
import type { Transactions } from "./transactions.ts";
import type { WorkflowStorage } from "./workflow-storage.ts";
import type { WriteStorage } from "./write-storage.ts";

/**
 * Everything that a back end provides. Functions request only the parts that they use. Every implementation must pass
 * `holdfast/testing`. Acknowledged writes are on disk. A failed call throws a `HoldfastError` with a `store_*` code and
 * writes nothing.
 */
export interface Store
  extends CheckpointStorage,
    NodeStorage,
    ProjectStorage,
    SessionStorage,
    SharingStorage,
    DeliveryStorage,
    ReplyStorage,
    EventStorage,
    MemoryStorage,
    WorkflowStorage,
    WriteStorage,
    MaintenanceStorage,
    Transactions<Store> {
  close(): Promise<void>;
}
