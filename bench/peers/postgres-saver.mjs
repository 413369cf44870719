import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { createSchema } from "../lib/postgres.mjs";
import { driveSaver } from "./langgraph-saver.mjs";

/** LangGraph's PostgresSaver as shipped, on the server's own durability. */
export const columns = (url) => [
  {
    name: "PostgresSaver",
    async open() {
      const schema = await createSchema(url);
      const saver = PostgresSaver.fromConnString(url, { schema: schema.name });
      await saver.setup();
      return {
        ...driveSaver(saver),
        bytes: schema.bytes,
        async close() {
          await saver.end();
          await schema.drop();
        },
      };
    },
  },
];
