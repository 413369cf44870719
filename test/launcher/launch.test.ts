import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { openCodeCache } from "../../src/launcher/code-cache.ts";
import trained from "../../src/statements/model.json" with { type: "json" };
import { loadModel } from "../../src/statements/model.ts";
import { bundle } from "../support/bundle.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const PROGRAMS = resolve(MAIN, "../programs");
const LAUNCHER = resolve(import.meta.dirname, "../../src/launcher");
let state: string;
let directory: string;
beforeEach(() => {
  state = temporaryDirectory("launch");
  directory = join(state, "code-cache");
});

function environment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: state };
}

function holdfast(...words: string[]): string {
  const env = environment();
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    env,
    cwd: state,
    encoding: "utf8",
  });
  // A save outside of a session says on standard error what it holds.
  expect(stderr).toMatch(
    words[0] === "save" ? /^holdfast: It holds only the files as they are now.*\n$/ : /^$/,
  );
  expect(status).toBe(0);
  return stdout;
}

/** The one file in the cache. */
function kept(): string {
  const [name = "", ...more] = readdirSync(directory);
  expect(more).toEqual([]);
  return join(directory, name);
}

/** The modules that a file of the cache has the compiled form of: its first line lists them. */
function modulesOf(cache: Buffer): string[] {
  return JSON.parse(cache.toString("latin1", 0, cache.indexOf("\n")));
}

/** The texts of the modules of a program, by their names. */
function textsOf(program: string): Map<string, string> {
  const { ours, packages } = runInNewContext(readFileSync(join(PROGRAMS, program), "latin1"));
  const texts = Object.entries({ ...ours, ...packages });
  return new Map(texts.map(([name, module]) => [name, String(module)]));
}

test("the first run stores the compiled program privately, and the next one uses it unchanged", () => {
  const first = holdfast("--version");
  const { ino, mode } = statSync(kept());
  expect(mode & 0o777).toBe(0o600);
  expect(holdfast("--version")).toBe(first);
  expect(statSync(kept()).ino).toBe(ino);
});

test("runs of a command with different modules share one cache, and stop replacing it", () => {
  const ways = [["list"], ["list", "--json"], ["list", "--limit", "1"]];
  for (const words of ways) holdfast(...words);
  const { ino } = statSync(kept());
  for (const words of ways) holdfast(...words);
  expect(statSync(kept()).ino).toBe(ino);
});

test("a command evaluates no module of servers, of the event path or of other commands", () => {
  const texts = textsOf("main.cjs");
  const holding = (text: string) => [...texts.keys()].filter((name) => texts.get(name)?.includes(text));
  holdfast("list");
  const evaluated = modulesOf(readFileSync(kept()));
  expect(evaluated).toEqual(expect.arrayContaining(["./src.main.ts.js", ...holding("function openStore(")]));
  const elsewhere = [
    "serveDaemon",
    "createHttpApp",
    "serveStdio",
    "handleEvents",
    "drainSpool",
    "postgresBackend",
  ];
  for (const text of [...elsewhere.map((name) => `function ${name}(`), 'name:"doctor"']) {
    const modules = holding(text);
    expect(modules, text).not.toEqual([]);
    expect(
      evaluated.filter((name) => modules.includes(name)),
      text,
    ).toEqual([]);
  }
});

test("a module of ours is evaluated when it is used and once, a package's when it is imported", async () => {
  const module = (text: string) => `(module,exports,require){${text}}`;
  const shown = await runPrograms(`({
    entry: "./main.js",
    ours: {
      "./main.js"${module('console.log("main"); const used = require("./used.js"); require("./unused.js"); require("./package.js"); console.log(used.a, used.b);')},
      "./used.js"${module('console.log("used"); exports.a = 1; exports.b = 2;')},
      "./unused.js"${module('console.log("unused");')},
    },
    packages: { "./package.js"${module('console.log("package"); require("./part.js");')}, "./part.js"${module('console.log("part");')} },
  })`);
  expect(shown).toBe("main\npackage\npart\nused\n1 2\n");
});

test("a command loads no module of Node's for networks, processes or cryptography", () => {
  const reporter = join(state, "reporter.cjs");
  const report = join(state, "report.json");
  const write = `require("node:fs").writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.moduleLoadList))`;
  writeFileSync(reporter, `process.once("exit", () => ${write});`);
  holdfast("save", "--name", "before");
  // `list` also shows which files changed, for which it needs git.
  const run = spawnSync(process.execPath, ["--require", reporter, MAIN, "continue", "--json"], {
    env: environment(),
    cwd: state,
  });
  expect(run.status).toBe(0);
  const modules: string[] = JSON.parse(readFileSync(report, "utf8"));
  expect(modules).toContain("NativeModule fs");
  for (const name of ["net", "http", "https", "tls", "child_process", "crypto"])
    expect(modules).not.toContain(`NativeModule ${name}`);
});

test("the model that the build unpacks is the one that was trained", () => {
  const bytes = readFileSync(resolve(MAIN, "../model.bin"));
  const { weights, scale } = loadModel();
  expect(bytes.readDoubleLE(0)).toBe(scale);
  expect(bytes.subarray(8).equals(Buffer.from(weights.buffer, weights.byteOffset, weights.length))).toBe(
    true,
  );
  expect(textsOf("hook.cjs").size).toBeGreaterThan(100);
  for (const text of textsOf("hook.cjs").values()) expect(text).not.toContain(trained.weights.slice(0, 80));
});

test("the programs hold no character that the launcher, which takes a byte for one, would read as another", () => {
  for (const name of readdirSync(PROGRAMS)) {
    const program = readFileSync(join(PROGRAMS, name));
    expect(
      program.findIndex((byte) => byte > 127),
      name,
    ).toBe(-1);
  }
});

test("R-Q6: a record that does not fit on the disk is not stored partially", () => {
  const env = { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: state };
  const run = spawnSync("prlimit", ["--fsize=100000", process.execPath, MAIN, "--version"], { env });
  expect(run.status).toBe(0);
  expect(readdirSync(directory)).toEqual([]);
});

test("an invalid compiled program is rejected, not run, and replaced", () => {
  const expected = holdfast("--version");
  writeFileSync(kept(), "not for V8");
  expect(holdfast("--version")).toBe(expected);
  expect(statSync(kept()).size).toBeGreaterThan(10_000);
});

test("a start does not create a missing state directory", () => {
  rmSync(state, { recursive: true });
  mkdirSync(state);
  const none = join(state, "none");
  const env = { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: none };
  spawnSync(process.execPath, [MAIN, "--version"], { env });
  expect(existsSync(none)).toBe(false);
});

test("a denied state directory is a clear error, not an endless loop; a hook stays silent", () => {
  const env = { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: "/proc/nowhere" };
  const list = spawnSync(process.execPath, [MAIN, "list"], { env, encoding: "utf8", timeout: 20_000 });
  expect(list).toMatchObject({ status: 74, stderr: expect.stringContaining("cannot be created (ENOENT)") });
  const words = [join(dirname(MAIN), "hook.cjs"), "claude-code", "Stop"];
  const hook = spawnSync(process.execPath, words, { env, input: "{}", encoding: "utf8", timeout: 20_000 });
  expect(hook).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("without a shell, hook.cjs reads the payload, answers, and leaves nothing behind", () => {
  const hook = (input: string, more = {}) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: state, ...more };
    const program = resolve(MAIN, "../hook.cjs");
    const run = spawnSync(process.execPath, [program, "claude-code", "SessionStart"], {
      env,
      input,
      cwd: state,
      encoding: "utf8",
    });
    expect(run).toMatchObject({ status: 0, stderr: "" });
    return run.stdout;
  };
  const payload = { session_id: "s1", cwd: state, hook_event_name: "SessionStart", source: "startup" };
  expect(hook(JSON.stringify(payload), { HOLDFAST_BYPASS: "1" })).toBe("");
  expect(existsSync(join(state, "spool"))).toBe(false);
  expect(hook(JSON.stringify(payload))).toBe("");
  expect(readdirSync(join(state, "spool"))).toEqual([]);
  expect(holdfast("status")).toContain("0 checkpoints, 1 session");
  expect(hook("not JSON")).toBe("");
});

test("SEC-S17: a compiled program that others could have written is not read", () => {
  const cache = openCodeCache({ directory, name: "main-list", build: "one" });
  const compiled = Buffer.from("compiled");
  cache.write(["./main.js", "./b.js"], () => compiled);
  expect(cache.read()).toEqual({ modules: ["./main.js", "./b.js"], compiled });
  chmodSync(kept(), 0o666);
  expect(cache.read()).toBeUndefined();
  const target = join(state, "target");
  writeFileSync(target, "compiled", { mode: 0o600 });
  const path = kept();
  rmSync(path);
  symlinkSync(target, path);
  expect(cache.read()).toBeUndefined();
});

test("an upgrade replaces the previous version", () => {
  const compile = () => Buffer.from("compiled");
  const old = openCodeCache({ directory, name: "main-list", build: "old" });
  old.write(["./main.js"], compile);
  const now = openCodeCache({ directory, name: "main-save", build: "new" });
  expect(now.read()).toBeUndefined();
  now.write(["./main.js"], compile);
  expect(kept()).toMatch(/main-save-.*-new$/);
  expect(old.read()).toBeUndefined();
});

test("each command keeps its own compiled code, a failed one none, and they never fill the disk", () => {
  holdfast("list");
  holdfast("--version");
  expect(readdirSync(directory).map((name) => name.split(`-${process.arch}-`)[0])).toEqual([
    "main---version",
    "main-list",
  ]);
  spawnSync(process.execPath, [MAIN, "lisst"], { env: environment() });
  expect(readdirSync(directory)).toHaveLength(2);
  for (let i = 0; i < 100; i++)
    openCodeCache({ directory, name: `main-${"x".repeat(i % 40)}`, build: "one" }).write(["a"], () =>
      Buffer.from("a"),
    );
  expect(readdirSync(directory).length).toBeLessThanOrEqual(64);
});

test("an unusable directory costs only speed", () => {
  writeFileSync(directory, "a file where a directory should be");
  expect(holdfast("--version")).toMatch(/^\d/);
});

test("explains what to do in a directory that was removed", () => {
  const gone = join(state, "gone");
  mkdirSync(gone);
  const run = spawnSync("/bin/sh", ["-c", 'rmdir "$PWD" && exec "$0" "$1" list', process.execPath, MAIN], {
    env: { PATH: process.env["PATH"] ?? "", HOME: state, HOLDFAST_HOME: state },
    cwd: gone,
    encoding: "utf8",
  });
  expect(run.stderr).toBe(
    "holdfast: The current directory no longer exists.\nChange to another one and try again.\n",
  );
  expect(run.status).toBe(66);
});

test("a process that runs during an upgrade still loads the files of its own build", async () => {
  const shown = await runPrograms(`({
    entry: "./main.js",
    ours: {
      "./main.js"(module, exports, require) {
        require("node:fs").rmSync(${JSON.stringify(join(state, "programs.cjs"))});
        setTimeout(() => console.log(require("./later.js").text), 100);
      },
      "./later.js"(module, exports) { exports.text = "of this build"; },
    },
    packages: {},
  })`);
  expect(shown).toBe("of this build\n");
});

/** What programs of this text show, run by the launcher. */
async function runPrograms(text: string): Promise<string> {
  const file = join(state, "programs.cjs");
  writeFileSync(file, text);
  const contents = `
    import { runProgram } from "./run-program.ts";
    const launcher = { require, filename: __filename, dirname: __dirname };
    const cache = { read: () => undefined, write() {} };
    runProgram({ file: ${JSON.stringify(file)}, launcher, cache, isLong: true });`;
  const launcher = join(state, "launcher.cjs");
  await bundle({ stdin: { contents, resolveDir: LAUNCHER } }, launcher);
  const { stdout, stderr } = spawnSync(process.execPath, [launcher], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}
