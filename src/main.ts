import { homedir } from "node:os";
import { openProgram } from "./program.ts";
import { runCli } from "./surfaces/cli/create-cli.ts";

const program = openProgram({
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
  script: import.meta.filename,
  programDir: import.meta.dirname,
});
const wantsColour = process.env["FORCE_COLOR"] === "1" || process.stdout.isTTY === true;

// A reader such as `head` may leave early: that is no failure.
process.stdout.on("error", () => process.exit(0));
const ended = runCli(
  {
    ...program,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colours: wantsColour && !process.env["NO_COLOR"],
  },
  process.argv.slice(2),
);
void ended.then((code) => {
  process.exitCode = code;
});
