import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deltaChannelHistoryTests, validate } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type OpenSaver, openSaver, type SaverOptions } from "../../src/langgraph-library.ts";
import { temporarySchema } from "../support/temporary-schema.ts";

// The suite takes these from the global scope.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

/** LangGraph's own suite for checkpoint savers, whole. */
function conform(name: string, open: (folder: string) => Promise<SaverOptions>): void {
  const folders = new Map<OpenSaver, string>();
  const initializer = {
    checkpointerName: name,
    async createCheckpointer() {
      const folder = mkdtempSync(join(tmpdir(), "holdfast-saver-"));
      const saver = await openSaver({ cwd: folder, ...(await open(folder)) });
      folders.set(saver, folder);
      return saver;
    },
    async destroyCheckpointer(saver: OpenSaver) {
      await saver.close();
      rmSync(folders.get(saver) ?? "", { recursive: true, force: true });
    },
  };
  validate(initializer);
  deltaChannelHistoryTests(initializer);
}

conform("holdfast on SQLite", async (folder) => ({ file: join(folder, "holdfast.db") }));
conform("holdfast on SQLite, immutable", async (folder) => ({
  file: join(folder, "holdfast.db"),
  immutable: true,
}));
conform("holdfast on SQLite, redacting", async (folder) => ({
  file: join(folder, "holdfast.db"),
  redact: true,
}));

const url = inject("postgresUrl");
if (url !== null)
  conform("holdfast on PostgreSQL", async () => ({ url, schema: await temporarySchema(url) }));
