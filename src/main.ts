import { homedir } from "node:os";
import { isatty } from "node:tty";
import { ERRORS } from "./kernel/errors.ts";
import { openProgram } from "./program.ts";
import { runCli } from "./surfaces/cli/create-cli.ts";
import { writeAll } from "./surfaces/cli/write-all.ts";

const { env } = process;
const program = openProgram({
  env,
  home: homedir(),
  cwd: currentFolder(),
  script: import.meta.filename,
  programDir: import.meta.dirname,
});
const canColour = process.platform === "win32" || (env["TERM"] ?? "dumb") !== "dumb";
const wantsColour = env["FORCE_COLOR"] === "1" || (canColour && isatty(1));

const ended = runCli(
  {
    ...program,
    write: (text) => writeAll(1, text),
    writeError: (text) => writeAll(2, text),
    colours: wantsColour && !env["NO_COLOR"],
    // Asked for late: `process.stdout` loads streams and sockets.
    columns: () => (isatty(1) && process.stdout.columns) || Number.POSITIVE_INFINITY,
  },
  process.argv.slice(2),
);
void ended.then((code) => {
  process.exitCode = code;
});

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    writeAll(
      2,
      "holdfast: The current folder has been removed.\nChange to one that exists, and call again.\n",
    );
    process.exit(ERRORS.not_found.exit);
  }
}
