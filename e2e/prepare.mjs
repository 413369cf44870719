import { existsSync } from "node:fs";
import {
  BUN,
  CLIENT,
  CODEX,
  GEMINI,
  MAIN,
  NODE,
  OH_MY_PI,
  OPENCLAW,
  OPENCODE,
  PI,
  PLAYWRIGHT,
  ROOT,
} from "./client/places.mjs";
import { runProgram } from "./client/run-program.mjs";

/** Installs the pinned clients and builds the product where they are missing. */
export async function preparePackages() {
  const programs = [BUN, CLIENT, CODEX, GEMINI, NODE, OH_MY_PI, OPENCLAW, OPENCODE, PI, PLAYWRIGHT];
  if (!programs.every((program) => existsSync(program)))
    await npm("install", "--prefix", "e2e", "--no-audit", "--no-fund");
  if (!existsSync(MAIN)) await npm("run", "build");
}

/** @param {...string} args */
async function npm(...args) {
  console.log(`npm ${args.join(" ")}`);
  const { PATH = "", HOME = "" } = process.env;
  const env = { ...strings(process.env), PATH, HOME };
  const done = await runProgram("npm", args, { cwd: ROOT, env, timeoutMs: 600_000 });
  if (done.code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${done.stdout}${done.stderr}`);
}

/** @param {NodeJS.ProcessEnv} env @returns {Record<string, string>} */
function strings(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
