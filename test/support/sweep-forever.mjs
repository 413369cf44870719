// Sweeps until its stdin ends: node sweep-forever.mjs INDEX_JS DATABASE [POSTGRES_URL SCHEMA].
// Prints how many nodes it deleted.
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [index, file, url, schema] = process.argv.slice(2);
const { childKeys, openStore } = await import(pathToFileURL(index).href);
const store = await openStore({ file, childKeys, busyTimeoutMs: 30_000, ...(url ? { url, schema } : {}) });

let stopped = false;
process.stdin.resume().on("end", () => {
  stopped = true;
});
writeSync(1, "sweeping\n");
let nodes = 0;
while (!stopped) {
  try {
    nodes += (await store.sweepNodes({ maxNodes: 25 })).nodes;
  } catch (error) {
    // On a busy machine, a sweep yields to saves and continues in the next round.
    if (error.code !== "store_busy") throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
}
await store.close();
writeSync(1, `${nodes}\n`);
