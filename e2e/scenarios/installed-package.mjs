import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { nodePrograms, ROOT } from "../client/places.mjs";
import { runProgram } from "../client/run-program.mjs";

const QUIET = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund"];

/** @type {import("../run-scenario.mjs").Scenario} */
export const installedPackage = {
  name: "installed-package",
  says: "packed, and installed without scripts, the product works on Node 20, 22, 24 and 26; from 22 on without the native package",
  async run() {
    await installNodes();
    const folder = mkdtempSync(join(tmpdir(), "hf-e2e-"));
    try {
      const tarball = join(folder, (await npm("pack", "--pack-destination", folder)).trim());
      await assertWorks(await install(tarball, join(folder, "whole")), process.execPath);
      const lean = await install(tarball, join(folder, "lean"), "--omit=optional");
      assert(!existsSync(join(lean, "node_modules", "@photostructure")), "the native package was installed");
      for (const node of nodePrograms()) await assertWorks(lean, node);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The versions are pinned, and need 600 MB: only who runs this scenario has them. */
async function installNodes() {
  if (!nodePrograms().every((node) => existsSync(node)))
    await run("npm", ["install", "--prefix", "e2e/nodes", "--no-audit", "--no-fund"]);
}

/** Returns the directory of the installed package. @param {string} tarball @param {string} prefix @param {...string} options */
async function install(tarball, prefix, ...options) {
  mkdirSync(prefix);
  // A global install would bring what is optional in any case.
  await npm("install", "--prefer-offline", "--prefix", prefix, ...options, tarball);
  return join(prefix, "node_modules", "holdfast");
}

/** @param {string} installed @param {string} node */
async function assertWorks(installed, node) {
  const home = mkdtempSync(join(dirname(dirname(installed)), "home-"));
  for (const name of ["project", ".claude"]) mkdirSync(join(home, name));
  const path = [dirname(node), process.env["PATH"]].join(delimiter);
  const env = { PATH: path, HOME: home, HOLDFAST_NO_DAEMON: "1" };
  const holdfast = (/** @type {string[]} */ ...words) =>
    run(node, [join(installed, "dist", "main.cjs"), ...words], { env, cwd: join(home, "project") });
  assert.match(await holdfast("--version"), /^\d+\.\d+\.\d+\n$/);
  await holdfast("connect", "claude-code");
  assert.equal(JSON.parse(await holdfast("doctor", "--json")).ok, true);
  const demo = await run(node, ["scripts/demo.mjs", join(installed, "dist")]);
  assert.match(demo, /│ Production runs on Node 18/);
}

/** @param {...string} words */
function npm(...words) {
  return run("npm", [...words, ...QUIET]);
}

/** @param {string} command @param {string[]} words @param {{ env?: Record<string, string>, cwd?: string }} [options] */
async function run(command, words, { env, cwd = ROOT } = {}) {
  const done = await runProgram(command, words, { cwd, timeoutMs: 300_000, ...(env ? { env } : {}) });
  assert.equal(done.code, 0, `${command} ${words.join(" ")}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
