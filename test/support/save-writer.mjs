// A writer that is killed in the middle of a save: node save-writer.mjs INDEX_JS DATABASE NAME [POSTGRES_URL SCHEMA].
// Prints the id of each acknowledged checkpoint, or the error code, in one write.
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [index, file, name, url, schema] = process.argv.slice(2);
const { createCheckpoint, childKeys, encodeState, openStore } = await import(pathToFileURL(index).href);
const store = await openStore({ file, childKeys, busyTimeoutMs: 30_000, ...(url ? { url, schema } : {}) });

let messages = [];
for (let step = 1; ; step++) {
  messages = [...messages, { step, text: `${name} ${step} ${randomBytes(150).toString("hex")}` }];
  const { root, nodes } = encodeState({ messages });
  const checkpoint = {
    ...createCheckpoint({
      id: `chk_${randomBytes(8).toString("hex")}`,
      projectId: "prj_kill",
      worktree: "/w",
      workflowId: name,
      stepNumber: step,
      createdAt: Date.now(),
    }),
    stateRoot: root,
  };
  const outcome = await store.saveCheckpoint(checkpoint, nodes).then(
    () => checkpoint.id,
    ({ code }) => `!${code}`,
  );
  writeSync(1, `${outcome}\n`);
}
