import type { Operation } from "./kernel/operation.ts";

/**
 * Everything the product can do, by the name of its command. Operations are loaded on demand, so a command pays only
 * for its own schemas.
 */
export const operationsByName = {
  save: async () => (await import("./place/operations/save.ts")).save,
  list: async () => (await import("./capture/operations/list.ts")).list,
  inspect: async () => (await import("./checkpoints/operations/inspect.ts")).inspect,
  resume: async () => (await import("./place/operations/resume.ts")).resume,
  changes: async () => (await import("./snapshots/operations/changes.ts")).changes,
  restore: async () => (await import("./restore/operations/restore.ts")).restore,
  undo: async () => (await import("./restore/operations/undo.ts")).undo,
  name: async () => (await import("./checkpoints/operations/name.ts")).nameOperation,
  delete: async () => (await import("./checkpoints/operations/delete.ts")).deleteOperation,
  diff: async () => (await import("./checkpoints/operations/diff.ts")).diff,
  status: async () => (await import("./setup/operations/status.ts")).status,
  doctor: async () => (await import("./setup/operations/doctor.ts")).doctor,
  connect: async () => (await import("./setup/operations/connect.ts")).connect,
  disconnect: async () => (await import("./setup/operations/connect.ts")).disconnect,
  prune: async () => (await import("./checkpoints/operations/prune.ts")).prune,
  archive: async () => (await import("./checkpoints/operations/archive.ts")).archiveOperation,
  redact: async () => (await import("./setup/operations/redact.ts")).redact,
  debrief: async () => (await import("./debrief/operations/debrief.ts")).debrief,
  mark: async () => (await import("./rewind/operations/mark.ts")).mark,
  collapse: async () => (await import("./rewind/operations/collapse.ts")).collapse,
  rewind: async () => (await import("./rewind/operations/rewind.ts")).rewind,
  capture: async () => (await import("./snapshots/operations/capture.ts")).capture,
  continue: async () => (await import("./transfer/operations/continue.ts")).continueOperation,
  dismiss: async () => (await import("./recovery/operations/dismiss.ts")).dismiss,
  deliveries: async () => (await import("./recovery/operations/deliveries.ts")).deliveries,
  export: async () => (await import("./transfer/operations/export.ts")).exportOperation,
  import: async () => (await import("./transfer/operations/import.ts")).importOperation,
  remote: async () => (await import("./transfer/operations/remote.ts")).remoteOperation,
  push: async () => (await import("./transfer/operations/push.ts")).push,
  pull: async () => (await import("./transfer/operations/pull.ts")).pull,
  launch: async () => (await import("./terminals/operations/launch.ts")).launch,
  restart: async () => (await import("./terminals/operations/restart.ts")).restart,
  digest: async () => (await import("./capture/operations/digest.ts")).digest,
  log: async () => (await import("./log/operations/log.ts")).log,
  stats: async () => (await import("./insights/operations/stats.ts")).stats,
  cost: async () => (await import("./insights/operations/cost.ts")).cost,
  workflow: async () => (await import("./workflow/operations/workflow.ts")).workflowOperation,
  remember: async () => (await import("./memory/operations/remember.ts")).remember,
  recall: async () => (await import("./memory/operations/recall.ts")).recall,
  forget: async () => (await import("./memory/operations/forget.ts")).forget,
} satisfies Record<string, () => Promise<Operation>>;

export type OperationName = keyof typeof operationsByName;

export type NamedOperation = Operation & { name: OperationName };
