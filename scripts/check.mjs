// Runs the checks that a change must pass before a commit, with the tests of the rooms that differ from the main branch.
// `--all`, as in CI, runs every test, also those that start, kill and wait for whole programs (`test/support/slow.ts`). The tests start when the programs are built. Checks that only read
// the sources run at the same time with low priority, since tests mostly wait and are sensitive to load. The first
// failure prints its output and ends the run. `--list` prints the steps.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { chooseTests } from "./choose-tests.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => `${root}node_modules/.bin/${name}`;
// Two versions of the compiler are installed, and npm may link the older one as `tsc`, which takes three times as long.
const compiler = [process.execPath, `${root}node_modules/typescript/bin/tsc`];
const LOW = 10;
const running = new Set();

const build = { name: "build", words: [process.execPath, "scripts/build.mjs"] };
const isWhole = process.argv.includes("--all");
const tests = {
  name: "tests",
  words: [bin("vitest"), "run", ...(isWhole ? [] : ["--mode", "quick", ...changedTests()])],
};
const KNOWN_TYPES = "node_modules/.cache/types.tsbuildinfo";
const others = [
  { name: "format", words: [bin("biome"), "check", "."] },
  { name: "types", words: [...compiler, "--incremental", "--tsBuildInfoFile", KNOWN_TYPES] },
  { name: "types of the page", words: [...compiler, "-p", "web"] },
  { name: "lint", words: [bin("oxlint"), "--type-aware"] },
  { name: "unused code", words: [bin("knip")] },
];
const packaging = { name: "package", words: [bin("publint")] };

if (process.argv.includes("--list")) {
  const steps = [build, tests, ...others, packaging].map(({ name, words }) => [
    name,
    words.join(" ").replace(root, ""),
  ]);
  console.log(JSON.stringify(Object.fromEntries(steps)));
} else {
  const built = step(build);
  await Promise.all([built.then(() => step(tests)), runInOrder(others), built.then(() => step(packaging))]);
}

/** The tests of the changed rooms, and those of the whole repository. None stands for all. */
function changedTests() {
  const base = git("merge-base", "HEAD", "origin/main")[0] ?? "HEAD";
  const changed = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  const rooms = chooseTests(changed);
  if (!rooms) return [];
  const whole = readdirSync(`${root}test`).filter((name) => name.endsWith(".test.ts"));
  return [...rooms, ...whole.map((name) => `test/${name}`)];
}

/** Lines of output; none if it fails, as where there is no repository. */
function git(...words) {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", words, options).split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Runs the steps one at a time: two cores are enough for the tests and one step. */
async function runInOrder(steps) {
  for (const each of steps) await step(each);
}

async function step({ name, words: [command, ...rest] }) {
  const started = performance.now();
  const isSeen = name === "tests";
  const child = spawn(command, rest, {
    cwd: root,
    stdio: ["ignore", ...Array(2).fill(isSeen ? "inherit" : "pipe")],
  });
  running.add(child);
  if (running.size > 1 && !isSeen && child.pid !== undefined) setPriority(child.pid, LOW);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  running.delete(child);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${code === 0 ? "ok" : "FAILED"}  ${name}, ${seconds} s`);
  if (code === 0) return;
  console.error(output);
  for (const other of running) other.kill();
  process.exit(1);
}
