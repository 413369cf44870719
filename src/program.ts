import { statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { agents } from "./agents/registry.ts";
import type { AppOptions, OpenContext } from "./app.ts";
import type { DaemonControl } from "./daemon/control/daemon-control.ts";
import { ensurePrivateDirectory } from "./files/private-directory.ts";
import { configVariables } from "./kernel/agent/agent-environment.ts";
import { pathsFrom } from "./kernel/paths.ts";
import type { Archive } from "./kernel/ports/archive.ts";
import type { DaemonHealth } from "./kernel/ports/daemon.ts";
import type { Progress } from "./kernel/ports/progress.ts";
import { loadOperation, loadOperations } from "./operations.ts";
import type { NamedOperation } from "./operations-by-name.ts";
import { systemProcesses } from "./processes/system-processes.ts";
import { addCompletionCommands } from "./surfaces/cli/add-completion-commands.ts";
import { addDaemonCommand, type DaemonCommands } from "./surfaces/cli/add-daemon-command.ts";
import { addUiCommand, type UiCommand } from "./surfaces/cli/add-ui-command.ts";
import { addUninstallCommand } from "./surfaces/cli/add-uninstall-command.ts";
import type { CliWiring } from "./surfaces/cli/create-cli.ts";
import { helpGroups } from "./surfaces/cli/help-groups.ts";
import { writeAll } from "./surfaces/cli/write-all.ts";
import { shellQuoted } from "./text/shell-quoted.ts";
import { version } from "./version.ts";

type ProgramOptions = AppOptions & { script: string; programDir: string; words: readonly string[] };

/** What the CLI needs: the operations, a context on demand, and the commands that are not operations. */
export async function openProgram(options: ProgramOptions) {
  const open = () => openAtTerminal(options, () => daemon.status());
  const daemon: DaemonCommands = daemonCommands(options, open);
  return {
    operations: await selectOperations(options.words),
    version,
    open,
    redact: async (text: string) => {
      const { createRedactor } = await import("./redact/create-redactor.ts");
      return createRedactor().text(text);
    },
    extra(program: Command, prompts: CliWiring["prompts"]) {
      const write = (text: string) => writeAll(1, text);
      addDaemonCommand(program, daemon, write);
      addUiCommand(program, lazyUi(options), write);
      addUninstallCommand(program, { open, stopDaemon: daemon.stop, openArchive, prompts, write });
      program
        .command("mcp")
        .description("Serve MCP on standard input and output")
        .helpGroup(helpGroups.daemon)
        .action(async () => {
          const { serveStdio } = await import("./surfaces/mcp/serve-stdio.ts");
          const ctx = await open();
          try {
            await serveStdio(await loadOperations(), ctx);
          } finally {
            await ctx.close();
          }
        });
      program
        .command("statusline")
        .description("Show how to turn on a status line in Claude Code")
        .helpGroup(helpGroups.other)
        .action(() => {
          const statusLine = {
            type: "command",
            command: shellQuoted(join(options.programDir, "statusline.sh")),
          };
          write(`Add this to ~/.claude/settings.json:\n\n${JSON.stringify({ statusLine }, null, 2)}\n`);
        });
      program
        .command("token")
        .description("Print the access token of the loopback API")
        .helpGroup(helpGroups.daemon)
        .option("--rotate", "Replace the token; the old one stops working")
        .option("--json", "Print JSON")
        .action(async ({ rotate, json }: { rotate?: boolean; json?: boolean }) => {
          const { readToken, rotateToken } = await import("./surfaces/http/token.ts");
          const { token: file, state } = pathsFrom(options.env, options.home);
          ensurePrivateDirectory(state, { mayBeLink: true });
          const token = rotate ? rotateToken(file) : readToken(file);
          write(`${json ? JSON.stringify({ token }) : token}\n`);
        });
      addCompletionCommands(program, { open, operations: loadOperations, write });
    },
  };
}

async function openArchive(directory: string): Promise<Archive> {
  return (await import("./archive/directory-archive.ts")).createDirectoryArchive(directory);
}

/** Only the command line lets users name their own modules to run. */
async function openAtTerminal(
  options: ProgramOptions,
  daemonHealth: () => Promise<DaemonHealth>,
): Promise<OpenContext> {
  const { openContext } = await import("./app.ts");
  const rules = rulesOf(options);
  const onUpgrade = async () => {
    (await progress())?.say("Updating the database to this version …");
    // That of the version before, which may be in another directory, could not use the database any more.
    await (await loadControl()).stopDaemon(controlFor(options)).catch(() => {});
  };
  const ctx = await openContext({ ...options, rules, onUpgrade, lazyStore: true, daemonHealth });
  const load = async (name: string) => (await import("./load-module.ts")).loadModule(options.cwd, name);
  // One line for the command and what it calls.
  let shown: Progress | undefined;
  const progress = async () => {
    // Accessing the stream opens it, which most commands do not need.
    if (!process.stderr.isTTY) return undefined;
    const { terminalProgress } = await import("./surfaces/cli/terminal-progress.ts");
    shown ??= terminalProgress();
    return shown;
  };
  return Object.assign(ctx, { loadModule: load, progress });
}

/** Changes with each build: during development, rules change without a new version. */
function rulesOf({ script }: ProgramOptions): string {
  return `${version} ${statSync(script, { throwIfNoEntry: false })?.mtimeMs}`;
}

/** Only the operation that runs is loaded; help needs all of them. */
async function selectOperations([asked = "list"]: readonly string[]): Promise<readonly NamedOperation[]> {
  if (["daemon", "ui", "--version"].includes(asked)) return [];
  const operation = await loadOperation(asked);
  return operation ? [operation] : await loadOperations();
}

function lazyUi(options: ProgramOptions): UiCommand {
  const load = async () => (await import("./open-page.ts")).uiCommand(controlFor(options));
  return {
    openPage: async () => (await load()).openPage(),
    openBrowser: async (address) => (await load()).openBrowser(address),
  };
}

function controlFor({ env, home, script }: ProgramOptions): DaemonControl {
  const paths = pathsFrom(env, home);
  const clientVariables = configVariables(agents);
  return { paths, env, processes: systemProcesses, script, version, clientVariables };
}

function daemonCommands(options: ProgramOptions, open: () => Promise<OpenContext>): DaemonCommands {
  const control = controlFor(options);
  return {
    run: async () => {
      const { runDaemon } = await import("./run-daemon.ts");
      await runDaemon({ ...options, daemonHealth: () => healthOf(control) }, control);
    },
    backUp: async () => {
      const ctx = await open();
      try {
        return await ctx.store.keepBackups(ctx.config.store.backups, ctx.clock());
      } finally {
        await ctx.close();
      }
    },
    start: async () => {
      const { started, identity } = await (await loadControl()).startDaemon(control);
      return { started, ...identity };
    },
    stop: async () => (await loadControl()).stopDaemon(control),
    status: () => healthOf(control),
    logs: async (lines) => (await loadControl()).daemonLogs(control, lines),
  };
}

// Loaded on demand, like everything that a listing does not need.
const loadControl = () => import("./daemon/control/daemon-control.ts");

async function healthOf(control: DaemonControl): Promise<DaemonHealth> {
  const { daemonStatus, lastFailure } = await loadControl();
  const status = await daemonStatus(control);
  if (status.state !== "stopped") return { state: status.state, ...status.identity };
  return { ...status, trouble: lastFailure(control) };
}
