import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { loadModule } from "../../src/load-module.ts";
import { workflowOperation } from "../../src/workflow/operations/workflow.ts";
import { eventually } from "../support/hook-bench.ts";
import { withPlace } from "../support/test-context.ts";
import { openTmuxLab } from "../support/tmux-lab.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const library = pathToFileURL(join(root, "dist/workflow.js")).href;

test("a person sees which step runs and which attempt it is, and nothing of that at the end", () =>
  withPlace(async ({ project, open }) => {
    const ctx = await open();
    writeFileSync(
      join(project, "release.mjs"),
      `import { workflow } from ${JSON.stringify(library)};
      let tries = 0;
      export const release = workflow("release", async (wf) => {
        await wf.step("compile", () => 1);
        await wf.step("publish", () => { if (++tries < 2) throw new Error("no"); }, { retry: { maxAttempts: 2, initialInterval: 1 } });
      });`,
    );
    const shown: string[] = [];
    const progress = async () => ({
      say: (text: string) => shown.push(`say ${text}`),
      start: (text: string) => shown.push(`start ${text}`),
      update: (text: string) => shown.push(text),
      stop: () => shown.push("stop"),
    });
    const load = (name: string) => loadModule(project, name);
    await workflowOperation.call(
      { ...ctx, loadModule: load, progress },
      { action: "run", target: "./release.mjs" },
    );
    expect(shown).toEqual([
      "start release",
      "step 1: compile",
      "step 2: publish",
      "step 2: publish (attempt 2)",
      "stop",
    ]);
    await expect(
      workflowOperation.call(
        { ...ctx, loadModule: load, progress },
        { action: "run", target: "./release.mjs", input: 1, type: "none" },
      ),
    ).rejects.toThrow("exports these workflow types");
  }));

test("D3: changed code is reported to the person before the run continues, and in the result", () =>
  withPlace(async ({ project, open }) => {
    const ctx = await open();
    const module = (version: string) => `import { workflow } from ${JSON.stringify(library)};
      export const release = workflow("release", async (wf) => wf.step("fail", () => {
        if (${version} === 1) throw new Error("no");
      }), { version: "${version}" });`;
    writeFileSync(join(project, "one.mjs"), module("1"));
    writeFileSync(join(project, "two.mjs"), module("2"));
    const shown: string[] = [];
    const progress = async () => ({
      say: (text: string) => shown.push(text),
      start: () => shown.push("start"),
      update: (text: string) => shown.push(text),
      stop: () => {},
    });
    const call = (input: object) =>
      workflowOperation.call(
        { ...ctx, loadModule: (name: string) => loadModule(project, name), progress },
        input,
      );
    await expect(call({ action: "run", target: "./one.mjs", id: "r" })).rejects.toThrow("no");
    await call({ action: "retry", target: "r" });
    shown.length = 0;
    const { warning } = await call({ action: "resume", target: "r", module: "./two.mjs" });
    expect(warning).toBe("The code has changed: the run was started with 1, this is 2.");
    expect(shown).toEqual([warning, "start", "step 1: fail"]);
  }));

test("a terminal shows a line of at most its width, which disappears; a pipe gets none", async () => {
  await using lab = await openTmuxLab();
  const name =
    "a step with a name that is far too long for a line of a terminal, and so is cut where it ends";
  writeFileSync(
    join(lab.root, "slow.mjs"),
    `import { existsSync } from "node:fs";
    import { workflow } from ${JSON.stringify(library)};
    export const slow = workflow("slow", (wf) => wf.step(${JSON.stringify(name)}, async () => {
      console.log("from the program");
      while (!existsSync("done")) await new Promise((resolve) => setTimeout(resolve, 20));
      return 7;
    }));`,
  );
  const env = { ...lab.env, HOLDFAST_HOME: join(lab.root, "state"), HOLDFAST_NO_DAEMON: "1" };
  const words = [join(root, "dist/main.cjs"), "workflow", "run", "./slow.mjs"];
  const set = Object.entries(env).map(([key, value]) => `${key}='${value}'`);
  const line = `cd '${lab.root}' && env ${set.join(" ")} '${process.execPath}' ${words.join(" ")}; echo ended; sleep 60`;
  mkdirSync(dirname(lab.socket), { mode: 0o700 });
  lab.tmux("new-session", "-d", "-s", "run", "-x", "60", "-y", "10", "sh", "-c", line);
  const screen = () => lab.tmux("capture-pane", "-p", "-t", "run");
  await eventually(async () => screen().includes("step 1: a step with a name"));
  expect(screen()).toContain("from the program");
  expect(screen()).not.toContain("where it ends");
  writeFileSync(join(lab.root, "done"), "");
  await eventually(async () => screen().includes("ended"));
  expect(screen()).not.toContain("step 1");
  const piped = spawnSync(process.execPath, words, { cwd: lab.root, env, encoding: "utf8" });
  expect(piped.stderr).toBe("");
  expect(piped.stdout).toContain("7");
});
