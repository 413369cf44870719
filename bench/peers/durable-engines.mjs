import { join } from "node:path";
import { dist } from "../lib/sandbox.mjs";

/**
 * One program on several engines: `steps` steps in a row, each giving a text. `open` starts the engine in a new process;
 * `begin` runs the program or goes on with it, and gives the sum of the lengths. Modules are loaded by the engine that needs them.
 */
export const ENGINES = [
  { id: "embedded", name: "holdfast, SQLite", open: embedded },
  { id: "langgraph-full", name: "LangGraph + SqliteSaver, FULL", open: langgraph("FULL") },
  { id: "langgraph-normal", name: "LangGraph + SqliteSaver, NORMAL", open: langgraph("NORMAL") },
  { id: "dbos", name: "DBOS", isServer: true, open: plainDbos },
  { id: "ours-on-dbos", name: "holdfast on DBOS", isServer: true, open: oursOnDbos },
];

async function embedded({ folder, step, steps }) {
  const { openWorkflows } = await import(dist("workflow.js"));
  const chain = await ourChain(step, steps);
  return ours(await openWorkflows({ file: join(folder, "run.db"), cwd: folder, workflows: [chain] }), chain);
}

async function oursOnDbos({ folder, url, schema, dbosSchema, step, steps }) {
  const { openDbosWorkflows } = await import(dist("workflow-dbos.js"));
  const chain = await ourChain(step, steps);
  const options = { url, schema, dbosSchema, executorId: "bench", cwd: folder, workflows: [chain] };
  return ours(await openDbosWorkflows(options), chain);
}

async function ourChain(step, steps) {
  const { workflow } = await import(dist("workflow.js"));
  const program = (wf) => sumOf(steps, (n) => wf.step(`step ${n}`, () => step(n)));
  return workflow("chain", program, { recovery: "auto", version: "1" });
}

function ours(engine, chain) {
  return {
    begin: async (id) => await (await engine.start(chain, null, { id })).result(),
    close: () => engine.close(),
  };
}

async function plainDbos({ url, dbosSchema, step, steps }) {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  const program = () => sumOf(steps, (n) => DBOS.runStep(async () => step(n), { name: `step ${n}` }));
  const chain = DBOS.registerWorkflow(program, { name: "chain" });
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    executorID: "bench",
    applicationVersion: "1",
    logLevel: "error",
  });
  await DBOS.launch();
  return {
    async begin(id) {
      // What was there goes on by itself.
      const isThere = await DBOS.getWorkflowStatus(id);
      const run = isThere ? DBOS.retrieveWorkflow(id) : await DBOS.startWorkflow(chain, { workflowID: id })();
      return await run.getResult();
    },
    close: () => DBOS.shutdown(),
  };
}

function langgraph(synchronous) {
  return async ({ folder, step, steps }) => {
    const { entrypoint, task } = await import("@langchain/langgraph");
    const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
    const saver = SqliteSaver.fromConnString(join(folder, "run.db"));
    saver.setup();
    saver.db.pragma(`synchronous=${synchronous}`);
    const one = task("one", async (n) => step(n));
    const chain = entrypoint({ name: "chain", checkpointer: saver }, () => sumOf(steps, one));
    return {
      async begin(id) {
        const config = { configurable: { thread_id: id }, durability: "sync", recursionLimit: 1_000_000 };
        const isThere = (await saver.getTuple({ configurable: { thread_id: id } })) !== undefined;
        return await chain.invoke(isThere ? null : steps, config);
      },
      close: () => saver.db.close(),
    };
  };
}

async function sumOf(steps, run) {
  let sum = 0;
  for (let n = 1; n <= steps; n++) sum += (await run(n)).length;
  return sum;
}
