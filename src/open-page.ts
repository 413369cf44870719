import { join } from "node:path";
import * as z from "zod";
import { askDaemon } from "./daemon/control/ask-daemon.ts";
import { type DaemonControl, startDaemon } from "./daemon/control/daemon-control.ts";
import { findSocket } from "./daemon/socket-path.ts";
import { writeOwnFile } from "./files/own-file.ts";
import { HoldfastError } from "./kernel/errors.ts";
import { openInBrowser } from "./processes/open-in-browser.ts";
import type { UiCommand } from "./surfaces/cli/add-ui-command.ts";
import { tryParseJson } from "./text/json-text.ts";

const ANSWER_TIMEOUT_MS = 10_000;
const Answer = z.object({ address: z.string().optional(), problem: z.string().default("unknown") });

/** How `holdfast ui` gets the address of the page from the daemon, and opens it. */
export function uiCommand(control: DaemonControl): UiCommand {
  const { paths, env } = control;
  return {
    async openPage() {
      await startDaemon(control);
      const socket = findSocket(paths, env);
      const answer = await askDaemon({
        socket,
        path: "/v1/page",
        method: "POST",
        timeoutMs: ANSWER_TIMEOUT_MS,
      });
      const body = answer.type === "answer" ? Answer.safeParse(tryParseJson(answer.body)).data : undefined;
      if (body?.address !== undefined) return body.address;
      throw new HoldfastError("daemon_unavailable", `The daemon cannot serve the page: ${body?.problem}.`, {
        next: "Run `holdfast daemon logs`, then try again.",
      });
    },
    openBrowser: async (address) => {
      // The arguments of a program can be read by other users of the machine, a private file cannot.
      const file = join(paths.state, "open-page.html");
      try {
        writeOwnFile(file, redirectTo(address));
      } catch {
        // Such as on a full disk. The address is printed anyway.
        return false;
      }
      return await openInBrowser(file, env);
    },
  };
}

function redirectTo(address: string): string {
  const head = `<meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}">`;
  return `<!doctype html>${head}<title>Holdfast</title><a href="${address}">Open Holdfast</a>\n`;
}
