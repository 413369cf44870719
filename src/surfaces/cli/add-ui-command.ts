import type { Command } from "commander";
import { helpGroups } from "./help-groups.ts";

export interface UiCommand {
  /** Starts the daemon if necessary. Returns the address of the page with a token for one login. */
  openPage(): Promise<string>;
  /** Opens the address in a browser; false if that is not possible here. */
  openBrowser(address: string): Promise<boolean>;
}

export function addUiCommand(
  program: Command,
  { openPage, openBrowser }: UiCommand,
  write: (text: string) => void,
): void {
  program
    .command("ui")
    .description("Open the page that shows sessions, changes and cost")
    .helpGroup(helpGroups.sessions)
    .option("--no-open", "Only print the address")
    .option("--json", "Print JSON")
    .action(async ({ open, json }: { open: boolean; json?: boolean }) => {
      const address = await openPage();
      const opened = open && (await openBrowser(address));
      if (json) write(`${JSON.stringify({ address, opened })}\n`);
      else write(`${address}\n${HINTS[opened ? "opened" : "printed"]}\n`);
    });
}

const HINTS = {
  opened: "Opened in your browser. The address works once, within a minute.",
  printed: "Open this address in a browser on this machine. It works once, within a minute.",
};
