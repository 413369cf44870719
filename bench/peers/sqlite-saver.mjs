import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { uuid6 } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const THREAD = { configurable: { thread_id: "bench", checkpoint_ns: "" } };

/** LangGraph's SqliteSaver as shipped (NORMAL: no fsync at a put) and with fsync at every commit. */
export const columns = [column("SqliteSaver, NORMAL", "NORMAL"), column("SqliteSaver, FULL", "FULL")];

function column(name, synchronous) {
  return {
    name,
    async open(folder) {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "peer.db");
      const saver = SqliteSaver.fromConnString(file);
      saver.setup();
      saver.db.pragma(`synchronous=${synchronous}`);
      return connect(saver, file);
    },
  };
}

function connect(saver, file) {
  let config = THREAD;
  const at = (id) => ({ configurable: { ...THREAD.configurable, checkpoint_id: id } });
  return {
    file,
    async save(state, step) {
      const id = uuid6(step);
      const versions = Object.fromEntries(Object.keys(state).map((key) => [key, step]));
      const checkpoint = {
        v: 4,
        id,
        ts: new Date().toISOString(),
        channel_values: state,
        channel_versions: versions,
        versions_seen: {},
      };
      // A write belongs to the checkpoint before it: the first step has none.
      if (step > 1) await saver.putWrites(config, [["messages", state.messages.slice(-1)]], `task-${step}`);
      config = await saver.put(config, checkpoint, { source: "loop", step, parents: {} }, versions);
      return id;
    },
    latest: async () => (await saver.getTuple(THREAD)).checkpoint.channel_values,
    load: async (id) => (await saver.getTuple(at(id))).checkpoint.channel_values,
    async list(limit) {
      const rows = [];
      for await (const row of saver.list(THREAD, { limit })) rows.push(row);
      return rows;
    },
    close: async () => saver.db.close(),
  };
}
