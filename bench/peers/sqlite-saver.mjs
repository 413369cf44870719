import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { bytesOfFiles } from "../lib/disk.mjs";
import { driveSaver } from "./langgraph-saver.mjs";

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
      return {
        ...driveSaver(saver),
        bytes: async () => bytesOfFiles(file, `${file}-wal`),
        close: async () => saver.db.close(),
      };
    },
  };
}
