import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleId } from "../../src/testing/sample-records.ts";

export interface MemoryContext {
  ctx: Context;
  /** What was logged as an error, without the errors themselves. */
  logged: { event: string; fields: unknown }[];
}

/** The worktree of sample records. It is the root of its project, and outside of git. */
const HERE = "/home/user/app";

/**
 * A context with a store in memory, for a caller in the worktree of sample records. Its processes are those of `alive`: their
 * start times by their ids.
 */
export async function memoryContext({
  alive = {},
  ...change
}: Partial<Context> & { alive?: Record<number, string> } = {}): Promise<MemoryContext> {
  const logged: MemoryContext["logged"] = [];
  const ctx = {
    store: await openStore({ file: ":memory:", childKeys }),
    agents: [],
    caller: { cwd: HERE },
    workspace: {
      locate: async (cwd: string) => ({ worktree: cwd, projectRoot: cwd, head: null, branch: null }),
      directoryId: async () => null,
      packagesOf: async (_worktree: string, directories: readonly string[]) =>
        directories.map(() => undefined),
    },
    redactor: createRedactor(),
    config: DEFAULT_CONFIG,
    clock: () => 1_000_000,
    newId: sampleId,
    newNonce: () => "0123456789abcdef01234567",
    drain: async () => ({ waiting: 0, unfinished: 0 }),
    isBeingPrinted: () => false,
    processes: { startTime: (pid: number) => alive[pid] },
    log: {
      info: () => undefined,
      error: (event: string, _error: unknown, fields: unknown) => void logged.push({ event, fields }),
    },
    ...change,
  };
  return { ctx: ctx as unknown as Context, logged };
}

/** The scope of an event, before any handler has seen it. */
export function scopeOf<Scope extends EventScope>(
  scope: Pick<Scope, "event" | "session" | "capture"> & Partial<Scope>,
): Scope {
  const rest = { awaited: true, isSynthetic: false, transcripts: new Map(), effects: [] };
  return { ...rest, ...scope } as unknown as Scope;
}
