import type { Command } from "commander";
import type { Context } from "../../kernel/context.ts";
import type { UninstallResult } from "../../setup/uninstall.ts";
import { escapeAll } from "../escape-terminal.ts";
import { jsonText } from "../json-text.ts";
import { plainJson } from "../plain-json.ts";
import { helpGroups } from "./help-groups.ts";
import { renderUninstalled } from "./render/changes.ts";

interface Wiring {
  open(): Promise<Context & { close(): Promise<void> }>;
  stopDaemon(): Promise<unknown>;
  write(text: string): void;
}

/** Not an operation, because it stops the daemon that serves operations and deletes their store. */
export function addUninstallCommand(program: Command, { open, stopDaemon, write }: Wiring): void {
  program
    .command("uninstall")
    .description("Disconnect all agents and list what remains")
    .helpGroup(helpGroups.agents)
    .option("--purge", "Also delete checkpoints, prompts, notes and settings")
    .option("--json", "Print JSON")
    .action(async ({ purge = false, json }: { purge?: boolean; json?: boolean }) => {
      const { uninstall } = await import("../../setup/uninstall.ts");
      await stopDaemon();
      const ctx = await open();
      try {
        const done = await uninstall(ctx, { purge });
        const lines = () => renderUninstalled(escapeAll(plainJson(done)) as UninstallResult);
        write(json ? `${jsonText(done)}\n` : `${lines().join("\n")}\n`);
      } finally {
        await ctx.close();
      }
    });
}
