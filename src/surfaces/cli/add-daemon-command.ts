import type { Command } from "commander";

/** What the command line may ask of the daemon; `main.ts` brings it, since a surface knows no daemon. */
export interface DaemonCommands {
  run(): Promise<void>;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
  status(): Promise<unknown>;
  logs(lines: number): Promise<string[]>;
}

export function addDaemonCommand(
  program: Command,
  daemon: DaemonCommands,
  write: (text: string) => void,
): void {
  const command = program.command("daemon").description("The optional daemon: start, stop, status, logs");
  const answer = (result: unknown, json: boolean) =>
    write(`${json ? JSON.stringify(result) : describe(result)}\n`);
  for (const name of ["start", "stop", "status"] as const) {
    command
      .command(name)
      .option("--json", "print JSON")
      .action(async (options: { json?: boolean }) => answer(await daemon[name](), options.json === true));
  }
  command
    .command("logs")
    .option("--lines <count>", "how many", "50")
    .action(async (options: { lines: string }) => {
      write(`${(await daemon.logs(Number(options.lines) || 50)).join("\n")}\n`);
    });
  command.command("run", { hidden: true }).action(() => daemon.run());
}

function describe(result: unknown): string {
  return Object.entries(result as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
