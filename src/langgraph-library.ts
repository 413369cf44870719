import { randomBytes } from "node:crypto";
import { systemClock } from "./kernel/clock.ts";
import { idsFrom } from "./kernel/ids.ts";
import type { RetentionClass } from "./kernel/record.ts";
import type { Store } from "./kernel/storage/store.ts";
import { HoldfastSaver } from "./langgraph/holdfast-saver.ts";
import { openProgramStore, type StoreChoice } from "./open-program-store.ts";
import { createRedactor } from "./redact/create-redactor.ts";
import { locateDirectory } from "./sessions/locate-directory.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";

export { HoldfastSaver } from "./langgraph/holdfast-saver.ts";

export interface SaverOptions extends StoreChoice {
  /** An open store. The caller has to close it. */
  store?: Store;
  /** The directory that the threads belong to (default: the working directory). */
  cwd?: string;
  /** `pinned` keeps threads until they are deleted; `auto` lets `holdfast prune` delete old ones (default: pinned). */
  retention?: RetentionClass;
  /** Promises that the graph never changes a value in its state in place. A step then only costs what is new in it. */
  immutable?: boolean;
  /**
   * Redacts secrets in states and pending writes before they are stored (default: false). A graph that is resumed or
   * invoked again reads placeholders instead of them.
   */
  redact?: boolean;
}

export type OpenSaver = HoldfastSaver & { close(): Promise<void> };

/** Opens a checkpoint saver for LangGraph.js: `graph.compile({ checkpointer: await openSaver() })`. */
export async function openSaver(options: SaverOptions = {}): Promise<OpenSaver> {
  const { cwd = process.cwd(), retention = "pinned", immutable = false, redact = false } = options;
  const store = options.store ?? (await openProgramStore(options));
  const redactor = createRedactor();
  const workspace = createWorkspace(redactor);
  const ids = { workspace, newId: idsFrom((size) => randomBytes(size)), store };
  const { projectId, worktree } = await locateDirectory(ids, cwd, systemClock());
  const location = { projectId, worktree };
  const settings = { retention, immutable, redactor: redact ? redactor : undefined };
  const saver = new HoldfastSaver({ store, clock: systemClock, ...location, ...settings });
  const close = async () => {
    if (!options.store) await store.close();
  };
  return Object.assign(saver, { close });
}
