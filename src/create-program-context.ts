import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "./kernel/clock.ts";
import { idsFrom } from "./kernel/ids.ts";
import type { Store } from "./kernel/storage/store.ts";
import { systemProcesses } from "./processes/system-processes.ts";
import { createRedactor } from "./redact/create-redactor.ts";
import { createEngineContext } from "./workflow/engine/create-engine-context.ts";
import type { EngineContext } from "./workflow/engine/engine-context.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";

/** The environment of the engine in a program that opened the store. */
export function createProgramContext(
  store: Store,
  { cwd = process.cwd(), checkpointInterval }: { cwd?: string; checkpointInterval?: number },
): EngineContext {
  const redactor = createRedactor();
  const parts = {
    store,
    redactor,
    workspace: createWorkspace(redactor),
    newId: idsFrom((size) => randomBytes(size)),
    clock: systemClock,
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }),
    processes: systemProcesses,
  };
  const interval = checkpointInterval === undefined ? {} : { checkpointInterval };
  return { ...createEngineContext(parts, cwd), ...interval };
}
