import type { Context } from "../kernel/context.ts";
import type { Paths } from "../kernel/paths.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Processes } from "../kernel/ports/processes.ts";
import type { HandleEvents } from "../surfaces/hook/answer-requests.ts";
import type { Api } from "./daemon-server.ts";

/** Dependencies of the daemon; `program.ts` wires them. */
export interface DaemonWiring {
  paths: Paths;
  env: Readonly<Record<string, string | undefined>>;
  clock: () => number;
  processes: Processes;
  version: string;
  open(options: { busyTimeoutMs: number; log: Logger }): Promise<Context & { close(): Promise<void> }>;
  handle: HandleEvents;
  /** Answers all other paths on the socket. */
  api?: (ctx: Context) => Api;
  /** The same on a loopback port, if the user configured one. */
  loopbackApi?: (ctx: Context, port: number) => Api;
  /** The page in the browser. Its port is opened when somebody asks for the page. */
  page?: PageWiring;
  /** Whether something would be missed if the daemon exited now. Asked when it is idle. */
  isNeeded?(ctx: Context): Promise<boolean>;
  /** Work repeated while the daemon runs. A failure is logged and does not stop the daemon. */
  tasks?: readonly DaemonTask[];
  /** The program's file. If it changes, the program was upgraded and this daemon stops. */
  script?: string;
  /** Whether hooks run another program now, whose daemon has to serve them. */
  isReplaced?(): boolean;
}

export interface PageWiring {
  /** Answers on a port that serves nothing but the page. */
  api(ctx: Context, port: number): Api;
  issueToken(): string;
  /** Whether a browser shows it, so that the daemon is not idle. */
  isOpen(): boolean;
}

export interface DaemonTask {
  name: string;
  /** How often it runs. It is skipped while its previous run is pending. */
  everyMs: number;
  /** The signal aborts when the daemon stops. */
  run(ctx: Context, signal: AbortSignal): Promise<unknown>;
}
