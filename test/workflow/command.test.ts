import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { shareCodeCache } from "../support/share-code-cache.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const library = pathToFileURL(join(root, "dist/workflow.js")).href;

const MODULE = `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { workflow } from ${JSON.stringify(library)};
export const release = workflow("release", async (wf, version) => {
  await wf.phase("build", () => wf.step("compile", () => appendFileSync("log", "compile ")));
  wf.decide("ship it", "all tests pass");
  await wf.step("publish", () => {
    if (existsSync("ready")) return appendFileSync("log", "publish ");
    writeFileSync("ready", "");
    process.kill(process.pid, "SIGKILL");
  });
  const answer = await wf.waitFor("approval", { timeout: 60_000 });
  await wf.checkpoint("approved");
  return version + " " + answer;
});
`;

interface Shell {
  run: (...words: string[]) => { out: string; status: number | null; signal: string | null };
  /** The same for `holdfast workflow`. */
  holdfast: Shell["run"];
  read: (name: string) => string;
  write: (name: string, text: string) => void;
}

function withShell(work: (shell: Shell) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-command-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    HOLDFAST_HOME: join(folder, "state"),
    HOLDFAST_NO_DAEMON: "1",
  };
  shareCodeCache(env.HOLDFAST_HOME);
  writeFileSync(join(folder, "release.mjs"), MODULE);
  const run: Shell["run"] = (...words) => {
    const program = [join(root, "dist/main.cjs"), ...words];
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, program, {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    return { out: stdout + stderr, status, signal };
  };
  try {
    work({
      run,
      holdfast: (...words) => run("workflow", ...words),
      read: (name) => readFileSync(join(folder, name), "utf8"),
      write: (name, text) => writeFileSync(join(folder, name), text),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("D2 D3 D58: a killed run is listed as interrupted, shown step by step, and resumed where it stopped", () => {
  withShell(({ holdfast, read }) => {
    const input = ["--input", '"1.2.0"', "--id", "release-1"];
    expect(holdfast("run", "release.mjs", ...input).signal).toBe("SIGKILL");
    const listed = holdfast("list");
    expect(listed.out).toMatch(/release-1 +release +interrupted +1 /);
    expect(listed.out).toContain("holdfast workflow resume release-1");
    expect(holdfast("send", "release", "--name", "approval", "--payload", '"yes"', "--key", "a").status).toBe(
      0,
    );
    expect(holdfast("send", "release", "--name", "approval", "--key", "a").out).toContain("was already sent");
    const shown = holdfast("show", "release-1");
    expect(shown.out).toMatch(/● 1 compile\n● 2 phase: build chk_\w{16}/);
    const resumed = holdfast("resume", "release-1");
    expect(resumed.out).toContain('Result: "1.2.0 yes"');
    expect(read("log")).toBe("compile publish ");
    expect(holdfast("resume", "release-1").out).toContain("release-1 is completed");
    const { state } = JSON.parse(holdfast("show", "release-1", "--json", "--at", "3").out) as {
      state: object;
    };
    expect(state).toMatchObject({ completed_phases: ["build"], decisions: [{ decision: "ship it" }] });
    const before = JSON.parse(holdfast("show", "release-1", "--json", "--at", "1").out) as { state: object };
    expect(before.state).toMatchObject({ completed_phases: [], decisions: [] });
  });
});

test("D57 D64: a run and its checkpoints are shown as they were at a step, and a fork shows those of its original", () => {
  withShell(({ holdfast, run }) => {
    holdfast("run", "release.mjs", "--id", "one");
    holdfast("fork", "one", "--at", "2", "--id", "two");
    for (const id of ["one", "two"]) {
      holdfast("send", id, "--name", "approval", "--payload", "7");
      holdfast("resume", id);
    }
    expect(holdfast("show", "one").out).toMatch(/\nPhases\n- \[x\] build\n\nDecisions\n- ship it/);
    expect(holdfast("show", "one", "--at", "1").out).toContain("- [ ] build (in progress)");
    const idOf = (...words: string[]) =>
      (JSON.parse(run("inspect", ...words, "--json").out) as { checkpoint: { id: string } }).checkpoint.id;
    const built = holdfast("show", "one").out.match(/phase: build (chk_\w+)/)?.[1];
    expect(idOf("two", "--at", "2")).toBe(built);
    expect(idOf("two")).not.toBe(built);
    expect(run("resume", "two").out).toContain(idOf("two"));
    expect(run("inspect", "two", "--at", "0").out).toContain("two has no checkpoint at step 0 or before.");
    expect(run("inspect", "nothing").out).toContain('No checkpoint of this project is named "nothing".');
    expect(run("diff", "one", "two").out).toContain(`${idOf("one")} and ${idOf("two")} have the same state.`);
  });
});

test("commands fork, cancel and retry a run, and the fork is drawn next to its original", () => {
  withShell(({ holdfast, read }) => {
    holdfast("run", "release.mjs", "--id", "one");
    expect(holdfast("cancel", "one").out).toMatch(/Status: +cancelled/);
    expect(holdfast("resume", "one").out).toContain("one is cancelled");
    expect(holdfast("retry", "one").out).toContain("holdfast workflow resume one");
    expect(holdfast("fork", "one", "--at", "2", "--id", "two").out).toMatch(/Forked: +from one at step 2/);
    expect(holdfast("show", "one").out).toContain("├─╮ two (interrupted)");
    holdfast("send", "two", "--name", "approval", "--payload", "7");
    expect(holdfast("resume", "two").out).toContain('Result: "undefined 7"');
    expect(read("log")).toBe("compile publish ");
    expect(holdfast("show", "two").out).toMatch(/● 1 compile \(shared\)/);
  });
});

test("the lineage is drawn with forks and with what a rewind abandoned", () => {
  withShell(({ holdfast, run }) => {
    holdfast("run", "release.mjs", "--id", "one");
    holdfast("fork", "one", "--at", "2", "--id", "two");
    for (const id of ["one", "two"]) {
      holdfast("send", id, "--name", "approval", "--payload", "7");
      holdfast("resume", id);
    }
    const save = (...words: string[]) => run("save", "--workflow", "by-hand", "--json", ...words);
    const { id } = JSON.parse(save("--step", "Plan").out) as { id: string };
    save("--step", "Build", "--parent", id);
    save("--step", "Try", "--parent", id);
    expect(holdfast("graph", "two").out).toMatch(/^one \(completed\)\n● build complete chk_\w{16} .*\n/);
    expect(holdfast("graph", "by-hand").out).toMatch(
      /^by-hand\n● Plan chk_.*\n├─╮ by-hand\n│ ● Build chk_.*\n● Try chk_/,
    );
    expect(holdfast("graph", "nothing").out).toContain("There is no run nothing.");
  });
});

test("errors about a missing or broken module, run or type say what to do", () => {
  withShell(({ holdfast, write }) => {
    expect(holdfast("run", "nowhere.mjs").out).toContain("There is no file");
    write("broken.mjs", 'import "./gone.mjs";');
    expect(holdfast("run", "broken.mjs").out).toMatch(/broken\.mjs cannot be loaded: .*gone\.mjs/);
    expect(holdfast("run", "release.mjs", "--type", "other").out).toContain(
      "exports these workflow types: release",
    );
    expect(holdfast("show", "nothing").out).toContain("Run `holdfast workflow list` to see the runs.");
    expect(holdfast("list").out).toContain("No workflow runs here.");
  });
});

test("the example of README.md compiles, has at most 30 lines, and prints what it says", () => {
  const page = readFileSync(join(root, "README.md"), "utf8");
  const [, example = ""] = /```ts\n(import \{ openWorkflows[\s\S]*?)```/.exec(page) ?? [];
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(30);
  const said = /console\.log\(.*\); \/\/ (.+)/.exec(example)?.[1];
  const folder = mkdtempSync(join(tmpdir(), "holdfast-example-"));
  try {
    const paths = { "holdfast/workflow": [join(root, "dist/workflow.d.ts")] };
    const options = {
      paths,
      strict: true,
      module: "nodenext",
      target: "es2023",
      skipLibCheck: true,
      types: [],
    };
    const compilerOptions = { ...options, lib: ["es2023", "dom"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["example.mts"] }));
    writeFileSync(join(folder, "example.mts"), example);
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      stdio: "pipe",
    });
    const compiled = join(folder, "example.mjs");
    const code = readFileSync(compiled, "utf8");
    writeFileSync(compiled, code.replace('"holdfast/workflow"', JSON.stringify(library)));
    const env = { PATH: process.env["PATH"], HOME: folder, HOLDFAST_HOME: join(folder, "state") };
    const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, env }).toString();
    expect(printed).toBe(`${said}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
