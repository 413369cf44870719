import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bytesOfFiles } from "../lib/disk.mjs";
import { dist } from "../lib/sandbox.mjs";
import { driveSaver } from "./langgraph-saver.mjs";

/** Our saver for LangGraph, with what it promises the graph: that nothing of its state is changed in place. */
export const columns = [
  {
    name: "holdfast/langgraph, immutable: true",
    async open(folder) {
      const { openSaver } = await import(dist("langgraph.js"));
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "holdfast.db");
      const saver = await openSaver({ file, cwd: folder, immutable: true });
      return {
        ...driveSaver(saver),
        bytes: async () => bytesOfFiles(file, `${file}-wal`),
        close: () => saver.close(),
      };
    },
  },
];
