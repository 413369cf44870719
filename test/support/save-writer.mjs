// One of many writers that are killed in the middle of a save: node save-writer.mjs INDEX_JS DATABASE NAME [POSTGRES_URL SCHEMA].
// Prints the id of each checkpoint once it is acknowledged, or why it was refused, in one write.
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [index, file, name, url, schema] = process.argv.slice(2);
const { childKeys, encodeState, openStore } = await import(pathToFileURL(index).href);
const store = await openStore({ file, childKeys, busyTimeoutMs: 30_000, ...(url ? { url, schema } : {}) });

const EMPTY = {
  kind: "step",
  trigger: "explicit",
  name: null,
  projectId: "prj_kill",
  worktree: "/w",
  sessionId: null,
  workflowType: null,
  agent: null,
  parentId: null,
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

let messages = [];
for (let step = 1; ; step++) {
  messages = [...messages, { step, text: `${name} ${step} ${randomBytes(150).toString("hex")}` }];
  const { root, nodes } = encodeState({ messages });
  const checkpoint = {
    ...EMPTY,
    id: `chk_${randomBytes(8).toString("hex")}`,
    workflowId: name,
    stepNumber: step,
    stateRoot: root,
    createdAt: Date.now(),
  };
  const told = await store.saveCheckpoint(checkpoint, nodes, "full").then(
    () => checkpoint.id,
    ({ code }) => `!${code}`,
  );
  writeSync(1, `${told}\n`);
}
