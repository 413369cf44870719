import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * The live processes that belong to a directory: they run in it, or their command line or environment has its path.
 * Linux only; finds none on other systems.
 * @param {string} directory
 * @returns {{ pid: number; command: string }[]}
 */
export function processesOf(directory) {
  return pids().flatMap((pid) => {
    if (pid === process.pid) return [];
    const command = read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    const environment = read(() => readFileSync(`/proc/${pid}/environ`, "utf8"));
    const workingDirectory = read(() => readlinkSync(`/proc/${pid}/cwd`));
    const belongs = [command, environment, workingDirectory].some((text) => text.includes(directory));
    return belongs ? [{ pid, command: command.replaceAll("\0", " ").trim() }] : [];
  });
}

function pids() {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** @param {() => string} look */
function read(look) {
  try {
    return look();
  } catch {
    return ""; // it has ended, or is another user's
  }
}
