import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";

const isKnown = process.platform === "linux" && process.arch === "x64";

test.runIf(isKnown)("the workers start programs without copying their own memory", () => {
  expect(readFileSync("/proc/self/maps", "utf8")).toMatch(/holdfast-preload-\w+\/preload\.so/);
  expect(process.env["LD_PRELOAD"]).toBeUndefined();
});

test("a program gets its own environment and directory, and the worker keeps its own", () => {
  const before = { ...process.env };
  const options = {
    env: { PATH: process.env["PATH"], ONLY: "this" },
    cwd: tmpdir(),
    encoding: "utf8",
  } as const;
  const printed = execFileSync("sh", ["-c", "echo $ONLY; env | grep -c TMPDIR; pwd -P"], options);
  expect(printed.split("\n")).toEqual(["this", "0", tmpdir(), ""]);
  expect(process.env).toEqual(before);
});

test("a program that cannot be started is reported, and the next one starts", () => {
  const env = { PATH: process.env["PATH"], ONLY: "this" };
  expect(spawnSync("/no-such-program", [], { env }).error).toMatchObject({ code: "ENOENT" });
  expect(spawnSync("pwd", [], { env, cwd: "/no-such-directory" }).error).toMatchObject({ code: "ENOENT" });
  expect(process.env["ONLY"]).toBeUndefined();
  expect(spawnSync("sh", ["-c", "exit 3"]).status).toBe(3);
});
