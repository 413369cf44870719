#!/usr/bin/env node
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openProgram } from "./program.ts";
import { runCli } from "./surfaces/cli/create-cli.ts";

const script = fileURLToPath(import.meta.url);
const program = openProgram({
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
  script,
  programDir: dirname(script),
});
const wantsColour = process.env["FORCE_COLOR"] === "1" || process.stdout.isTTY === true;

// A reader such as `head` may leave early: that is no failure.
process.stdout.on("error", () => process.exit(0));
process.exitCode = await runCli(
  {
    ...program,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colours: wantsColour && !process.env["NO_COLOR"],
  },
  process.argv.slice(2),
);
