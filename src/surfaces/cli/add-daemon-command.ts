import type { Command } from "commander";
import { HoldfastError } from "../../kernel/errors.ts";
import type { DaemonHealth } from "../../kernel/ports/daemon.ts";
import { helpGroups } from "./help-groups.ts";
import { describeDaemon } from "./render/health.ts";

/** The daemon functions that the CLI needs. `program.ts` provides them, since surfaces do not import the daemon. */
export interface DaemonCommands {
  run(): Promise<void>;
  /** Copies the database if a copy is due. */
  backUp(): Promise<object>;
  start(): Promise<Omit<DaemonHealth, "state"> & { started: boolean }>;
  stop(): Promise<{ stopped: boolean }>;
  status(): Promise<DaemonHealth>;
  logs(lines: number): Promise<string[]>;
}

export function addDaemonCommand(
  program: Command,
  daemon: DaemonCommands,
  write: (text: string) => void,
): void {
  const command = program
    .command("daemon")
    .description("Manage the optional background process")
    .helpGroup(helpGroups.daemon);
  const add = (name: string, summary: string) =>
    command.command(name).description(summary).option("--json", "Print JSON");
  const print = (answer: object, { json }: { json?: boolean }, text: string) =>
    write(`${json ? JSON.stringify(answer) : text}\n`);
  add("start", "Start the daemon, replacing another version").action(async (options) => {
    const answer = await daemon.start();
    const how = answer.started ? "Started" : "Already running";
    print(answer, options, `${how}: ${describeDaemon({ ...answer, state: "running" })}`);
  });
  add("stop", "Stop the daemon once current requests are finished").action(async (options) => {
    const answer = await daemon.stop();
    print(answer, options, answer.stopped ? "Stopped." : "It was not running.");
  });
  add("status", "Show whether the daemon responds, and its address").action(async (options) => {
    const answer = await daemon.status();
    print(answer, options, describeDaemon(answer));
  });
  command
    .command("logs")
    .description("Print the newest log lines, one JSON document each")
    .option("--lines <number>", "Number of lines", "50")
    .action(async ({ lines }: { lines: string }) => {
      const newest = await daemon.logs(countOf(lines));
      if (newest.length > 0) write(`${newest.join("\n")}\n`);
    });
  command.command("run", { hidden: true }).action(() => daemon.run());
  command
    .command("back-up", { hidden: true })
    .action(async () => write(`${JSON.stringify(await daemon.backUp())}\n`));
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new HoldfastError("invalid_input", `lines: must be an integer of at least 1, not "${text}".`);
}
