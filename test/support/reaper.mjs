// Kills what a test run started, once the run itself has ended for any reason: node reaper.mjs DIRECTORY.
// Its standard input is a pipe from the runner, which the system closes when the runner exits.
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processesOf } from "./processes-of.mjs";

const [directory = ""] = process.argv.slice(2);
if (directory === "") throw new Error("Name the directory of the run.");
process.on("SIGINT", () => {}).on("SIGHUP", () => {});
process.stdin.resume().on("end", () => void reap());

async function reap() {
  // A process may have started another one just before it was killed.
  for (let left = processesOf(directory); left.length > 0; left = processesOf(directory)) {
    for (const { pid } of left) kill(pid);
    await sleep(50);
  }
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // A process that started after the last check has written here.
    await sleep(50);
    await reap();
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has already ended
  }
}
