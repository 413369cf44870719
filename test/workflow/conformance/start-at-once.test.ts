import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Settings, withSubject } from "./subjects.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("DBOS: processes that start at once on a new database create its tables in turn, and complete their runs", async () => {
  await withSubject("DBOS", async ({ settings }) => {
    const said = await Promise.all(["p0", "p1", "p2", "p3"].map((name) => runOf(name, settings)));
    for (const text of said) expect(text).toContain(" 15\n1 done\n");
  });
}, 300_000);

async function runOf(name: string, settings: Settings): Promise<string> {
  const given = JSON.stringify({ ...settings, executorId: name, steps: 5 });
  const words = [join(root, "dist/workflow-dbos.js"), given, join(settings.cwd, "log"), name];
  const script = join(root, "test/support/dbos-run.mjs");
  const child = spawn(process.execPath, [script, ...words], { cwd: settings.cwd, stdio: "pipe" });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  await once(child, "exit");
  return text;
}
