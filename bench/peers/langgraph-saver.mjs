import { uuid6 } from "@langchain/langgraph-checkpoint";

export const THREAD = { configurable: { thread_id: "bench", checkpoint_ns: "" } };

/** What the store suite does, on a checkpoint saver of LangGraph: a step is its `putWrites` and `put`. */
export function driveSaver(saver) {
  let config = THREAD;
  const at = (id) => ({ configurable: { ...THREAD.configurable, checkpoint_id: id } });
  return {
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
  };
}
