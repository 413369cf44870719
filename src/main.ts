import { fstatSync, statSync } from "node:fs";
import * as z from "zod";
import { hasReader } from "./files/has-reader.ts";
import { homeDirectory } from "./files/home-directory.ts";
import { ERRORS } from "./kernel/errors.ts";
import type { Takeover } from "./surfaces/cli/call-with-choice.ts";
import { writeAll } from "./surfaces/cli/write-all.ts";

const { env } = process;
const words = process.argv.slice(2);
// Compiling a schema pays off only if it is used many times.
if (words[0] !== "daemon" && words[0] !== "mcp") z.config({ jitless: true });
const canColor = process.platform === "win32" || (env["TERM"] ?? "dumb") !== "dumb";
const wantsColor = env["FORCE_COLOR"] === "1" || (canColor && isTerminal());

void run().then((code) => {
  process.exitCode = code;
});

/** Imports the program only after zod is configured: a schema is created when its module is loaded. */
async function run(): Promise<number> {
  const { openProgram } = await import("./program.ts");
  const { runCli } = await import("./surfaces/cli/create-cli.ts");
  const program = await openProgram({
    env,
    home: homeDirectory(env),
    cwd: currentDirectory(),
    script: import.meta.filename,
    programDir: import.meta.dirname,
    words,
  });
  const cli = {
    ...program,
    write: (text: string) => writeAll(1, text),
    writeError: (text: string) => writeAll(2, text),
    isRead: hasReader,
    colors: wantsColor && !env["NO_COLOR"],
    // Evaluated late: `process.stdout` loads streams and sockets.
    columns,
    prompts: async () =>
      isTerminal(0) && isTerminal(1)
        ? (await import("./surfaces/cli/ask/terminal-prompts.ts")).terminalPrompts
        : undefined,
    passphrase: env["HOLDFAST_PASSPHRASE"],
    takeOver: isTerminal(0) && isTerminal(1) ? takeOver : undefined,
    terminal: canDraw() ? terminal : undefined,
  };
  return await runCli(cli, words);
}

async function terminal() {
  const { systemTerminal } = await import("./surfaces/cli/picker/terminal/system-terminal.ts");
  const { takeKeys } = await import("./processes/take-keys.ts");
  return systemTerminal(takeKeys);
}

/** Screen readers, and terminals that cannot move the cursor, get a printed list. */
function canDraw(): boolean {
  const isPlain = [env["HOLDFAST_PLAIN"], env["ACCESSIBLE"]].some((value) => value && value !== "0");
  return !isPlain && env["TERM"] !== "dumb" && isTerminal(0) && isTerminal(1);
}

const columns = () => (isTerminal() && process.stdout.columns) || columnsOf(env["COLUMNS"]);

/** Without a terminal, what a program reads is not cut, unless the person set a width. */
function columnsOf(text: string | undefined): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 20 ? number : Number.POSITIVE_INFINITY;
}

async function takeOver({ command, directory, environment }: Takeover): Promise<number> {
  const { runInTerminal } = await import("./processes/run-in-terminal.ts");
  const given = { ...env, HOLDFAST_CONTINUE: undefined, ...environment };
  return await runInTerminal({ command, directory, environment: given });
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    writeAll(2, "holdfast: The current directory no longer exists.\nChange to another one and try again.\n");
    process.exit(ERRORS.not_found.exit);
  }
}

/** `isatty` loads sockets and terminals: a sixth of the start-up time. */
function isTerminal(descriptor = 1): boolean {
  try {
    const output = fstatSync(descriptor);
    return (
      output.isCharacterDevice() && output.rdev !== statSync("/dev/null", { throwIfNoEntry: false })?.rdev
    );
  } catch {
    // The descriptor is closed.
    return false;
  }
}
