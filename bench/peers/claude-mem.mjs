import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeProcesses } from "../lib/time-processes.mjs";

const VERSION = "13.25.3";
const folder = fileURLToPath(new URL("../node_modules/.claude-mem", import.meta.url));
const plugin = join(folder, "package", "plugin");
const bunFolder = join(folder, "bun", "node_modules", ".bin");

/**
 * claude-mem's own UserPromptSubmit hook, unchanged, with its worker running: `{ row }`, or `{ reason }` where it
 * cannot be installed or run here. Its home is the sandbox's; the worker is asked to stop at the end.
 */
export async function claudeMem(sandbox, payload, runs) {
  try {
    install();
    return { row: measure(sandbox, payload, runs) };
  } catch (error) {
    return { reason: `did not run here: ${String(error.message).split("\n")[0]}` };
  }
}

function install() {
  if (existsSync(join(plugin, "node_modules")) && existsSync(join(bunFolder, "bun"))) return;
  mkdirSync(folder, { recursive: true });
  const npm = (args, cwd) => execFileSync("npm", args, { cwd, stdio: "ignore", timeout: 180_000 });
  npm(["pack", `claude-mem@${VERSION}`, "--silent"], folder);
  execFileSync("tar", ["xzf", `claude-mem-${VERSION}.tgz`], { cwd: folder });
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], plugin);
  npm(["install", "--prefix", join(folder, "bun"), "--ignore-scripts", "--no-audit", "bun@1.4.5"], folder);
  // The package's install script, which is not run, would put the platform's binary in place of a stub.
  const native = join(folder, "bun", "node_modules", "@oven", `bun-linux-${process.arch}`, "bin", "bun");
  execFileSync("ln", ["-sf", native, join(bunFolder, "bun")]);
}

function measure(sandbox, payload, runs) {
  const env = {
    ...sandbox.env,
    PATH: `${bunFolder}:${process.env.PATH}`,
    SHELL: "/bin/bash",
    CLAUDE_PLUGIN_ROOT: plugin,
    DO_NOT_TRACK: "1",
    CLAUDE_MEM_TELEMETRY: "0",
  };
  const worker = (verb) =>
    spawnSync("bun", [join(plugin, "scripts", "worker-service.cjs"), verb], {
      env,
      stdio: "ignore",
      timeout: 60_000,
    });
  const hooks = JSON.parse(readFileSync(join(plugin, "hooks", "hooks.json"), "utf8")).hooks;
  const script = join(sandbox.root, "claude-mem-hook.sh");
  writeFileSync(script, `${hooks.UserPromptSubmit[0].hooks[0].command}\n`);
  worker("start");
  try {
    const name = "claude-mem UserPromptSubmit, worker up";
    const hook = { name, command: "/bin/bash", args: [script], env, cwd: sandbox.project, stdin: payload };
    return timeProcesses([hook], Math.min(runs, 15))[0];
  } finally {
    worker("stop");
  }
}
