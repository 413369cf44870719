// The whole gate: what only reads the sources runs at once beside the build; the tests, which are sensitive to a busy
// machine, run after that. The first failure shows its output and ends the run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => `${root}node_modules/.bin/${name}`;

await Promise.all([
  step("format", bin("biome"), "check", "."),
  step("lint", bin("oxlint"), "--type-aware"),
  step("types", bin("tsc")),
  step("unused code", bin("knip")),
  step("build", process.execPath, "scripts/build.mjs").then(() => step("package", bin("publint"))),
]);
await step("tests", bin("vitest"), "run");

async function step(name, command, ...words) {
  const started = performance.now();
  const isSeen = name === "tests";
  const child = spawn(command, words, {
    cwd: root,
    stdio: ["ignore", ...Array(2).fill(isSeen ? "inherit" : "pipe")],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${code === 0 ? "ok" : "FAILED"}  ${name}, ${seconds} s`);
  if (code === 0) return;
  console.error(output);
  process.exit(1);
}
