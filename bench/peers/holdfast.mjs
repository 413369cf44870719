import { join } from "node:path";
import { childKeys, loadState, openStore, StateReader, StateSaver } from "../../dist/index.js";

/** Every element is serialised and compared at each save: nothing is missed, in-place edits neither. */
export const defaultDetection = column("holdfast, default detection", {});
/** The caller promises not to change what it has handed over: only what is new is looked at. */
export const immutable = column("holdfast, immutable: true", { immutable: true });

const RECORD = {
  kind: "step",
  trigger: "periodic",
  name: null,
  projectId: "prj_bench",
  worktree: "/bench",
  sessionId: null,
  workflowId: "bench",
  workflowType: null,
  agent: null,
  stepName: null,
  progress: null,
  digest: null,
  workspaceRef: null,
  gitHead: null,
  gitBranch: null,
  retention: "auto",
  abandoned: false,
  trashedAt: null,
};

function column(name, options) {
  return {
    name,
    async open(folder) {
      const file = join(folder, "holdfast.db");
      const store = await openStore({ file, childKeys });
      const saver = new StateSaver(store);
      const reader = new StateReader(store);
      const newest = async () =>
        (await store.listCheckpoints({ workflowId: "bench", limit: 1 }))[0].stateRoot;
      let parentId = null;
      return {
        file,
        async save(state, step) {
          const id = `chk_${String(step).padStart(16, "0")}`;
          const own = { id, parentId, stepNumber: step, createdAt: Date.now() };
          await saver.save({ ...RECORD, ...own }, state, options);
          parentId = id;
          return id;
        },
        latest: async () => await reader.load(await newest()),
        /** Without the reader's memory: every node is read and hashed. */
        cold: async () => await loadState(await newest(), (keys) => store.getNodes(keys)),
        load: async (id) => await reader.load((await store.getCheckpoint(id)).stateRoot),
        list: (limit) => store.listCheckpoints({ workflowId: "bench", limit }),
        close: () => store.close(),
      };
    },
  };
}
