import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Every process of a lab inherits this variable, whose value is the lab's own folder. */
export const MARK = "HOLDFAST_E2E_LAB";

/**
 * Kills what a lab has left behind, by process id. A process is the lab's own only if it carries the lab's mark in
 * its environment: other clients and daemons on the machine are not looked at by name.
 * @param {string} root
 * @returns {Promise<number>} how many there were
 */
export async function killLabProcesses(root) {
  const killed = new Set();
  for (let round = 0; round < 20; round++) {
    const left = labProcesses(root);
    if (left.length === 0) break;
    for (const pid of left) {
      killed.add(pid);
      kill(pid);
    }
    await sleep(50);
  }
  return killed.size;
}

/** @param {string} root @returns {number[]} */
export function labProcesses(root) {
  const mark = `${MARK}=${root}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `${read(`/proc/${name}/environ`)}\0`.includes(mark))
    .map(Number);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process ended meanwhile, or is another user's.
    return "";
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
