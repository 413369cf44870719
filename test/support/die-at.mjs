import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Preloaded: the process kills itself before or after the n-th call of a function whose arguments match. It gets no chance to
 * clean up, and the test knows what it had done.
 */
const { call, matching, nth, after } = JSON.parse(process.env["HOLDFAST_TEST_DIES"] ?? "{}");
const api = call in childProcess ? childProcess : fs;
const original = api[call];
const pattern = new RegExp(matching);
let seen = 0;

api[call] = function (...args) {
  const isMoment = pattern.test(args.flat().map(String).join(" ")) && ++seen === nth;
  if (isMoment && !after) process.kill(process.pid, "SIGKILL");
  const result = original.apply(this, args);
  if (isMoment) process.kill(process.pid, "SIGKILL");
  return result;
};
syncBuiltinESMExports();
