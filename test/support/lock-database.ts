import { spawn } from "node:child_process";
import { once } from "node:events";

const SCRIPT = `const { DatabaseSync } = require("@photostructure/sqlite");
  new DatabaseSync(process.argv[1]).exec("begin exclusive");
  console.log("locked");
  setInterval(() => {}, 1000);`;

/** Starts a process that holds an exclusive lock on a database from when `locked` resolves until it is killed. */
export function lockDatabase(file: string): {
  pid: number | undefined;
  locked: Promise<unknown>;
  kill(): void;
} {
  const child = spawn(process.execPath, ["-e", SCRIPT, file], { cwd: process.cwd() });
  return { pid: child.pid, locked: once(child.stdout, "data"), kill: () => child.kill("SIGKILL") };
}
