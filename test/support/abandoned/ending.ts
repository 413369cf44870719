import { spawn } from "node:child_process";
import { test } from "vitest";

test("leaves a process that soon ends", () => {
  spawn("sleep", ["2"], { detached: true, stdio: "ignore" }).unref();
});
