import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDirectory } from "../../files/make-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { endedAtOnce, type Pane, type PaneView, type Terminals } from "../../kernel/ports/terminals.ts";
import { runTmux } from "./run-tmux.ts";
import { screenLine } from "./screen-line.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * A running tmux server has an old environment. Only variables with paths, since other users can see a command line.
 */
const PASSED_VARIABLES = ["PATH", "HOLDFAST_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"];
const SERVER_EXIT_MS = 500;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const PANE_ID = /^%\d{1,9}$/;
const SIZE = ["-x", "160", "-y", "48"];
const VIEW =
  "#{pid}\t#{pane_id}\t#{pane_tty}\t#{pane_pid}\t#{pane_dead}\t#{pane_in_mode}\t#{cursor_x}\t#{cursor_y}";

/**
 * Implements terminals with tmux. The server is the user's own: that of `TMUX`, or the default one. `clientVariables`
 * names further variables that the programs of clients read.
 */
export function tmuxTerminals(env: Env, clientVariables: () => readonly string[] = () => []): Terminals {
  const call = (socket: string, args: readonly string[], more: { input?: string; cwd?: string } = {}) =>
    runTmux(["-u", "-S", ownSocket(socket), ...args], { env, ...more });
  const inPane = ({ socket, id }: Pane, args: readonly string[], input?: string) =>
    call(socket, withPaneId(args, id), input === undefined ? {} : { input });

  return {
    async open({ name, command, cwd }) {
      if (!NAME.test(name))
        throw new HoldfastError("invalid_input", `"${name}" is not a valid session name.`);
      const socket = serverSocket(env);
      makeDirectory(dirname(socket), 0o700);
      const names = [...PASSED_VARIABLES, ...clientVariables()];
      const settings = names.flatMap((key) => (env[key] ? ["-e", `${key}=${env[key]}`] : []));
      const print = ["-P", "-F", "#{pid}\t#{pane_id}"];
      const words = [
        "new-session",
        "-d",
        ...print,
        "-s",
        name,
        ...SIZE,
        ...settings,
        "--",
        ...toTmuxCommand(command),
      ];
      // Sets the directory through that of our own process: an argument would be a format, which can run commands.
      const out = await retryIfGone(() => call(socket, words, { cwd }));
      const [server = "", id = ""] = out.trim().split("\t");
      if (!PANE_ID.test(id)) throw endedAtOnce(command);
      return { socket, server: Number(server), id };
    },
    async view(pane) {
      const format = ["display-message", "-p", "-t", "{pane}", VIEW];
      const screen = ["capture-pane", "-p", "-e", "-t", "{pane}"];
      try {
        return readView(await inPane(pane, [...format, ";", ...screen]), pane);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    async replace(pane, { command, end }) {
      const keep = ["set-option", "-p", "-t", "{pane}"];
      await inPane(pane, [...keep, "remain-on-exit", "on"]);
      await end();
      await inPane(pane, ["respawn-pane", "-k", "-t", "{pane}", "--", ...toTmuxCommand(command)]);
      await inPane(pane, [...keep, "-u", "remain-on-exit"]);
    },
    async paste(pane, text) {
      const buffer = `holdfast-${process.pid}-${pane.id.slice(1)}`;
      await call(pane.socket, ["load-buffer", "-b", buffer, "-"], { input: text });
      await inPane(pane, ["paste-buffer", "-p", "-r", "-d", "-b", buffer, "-t", "{pane}"]);
    },
    async enter(pane) {
      await inPane(pane, ["send-keys", "-t", "{pane}", "Enter"]);
    },
  };
}

function serverSocket(env: Env): string {
  const [running] = (env["TMUX"] ?? "").split(",");
  if (running) return running;
  return join(env["TMUX_TMPDIR"] || "/tmp", `tmux-${process.getuid?.() ?? 0}`, "default");
}

/**
 * The owner of a socket sees what we type and controls where it goes. A socket that does not exist yet will be ours.
 */
function ownSocket(socket: string): string {
  const found = lstatSync(socket, { throwIfNoEntry: false });
  if (!found || (found.isSocket() && found.uid === process.getuid?.())) return socket;
  throw new HoldfastError("forbidden", `The tmux server at ${socket} belongs to another user.`, {
    next: "Unset TMUX, then try again.",
  });
}

function withPaneId(args: readonly string[], id: string): string[] {
  if (!PANE_ID.test(id)) throw new HoldfastError("invalid_input", `"${id}" is not a pane id.`);
  return args.map((arg) => (arg === "{pane}" ? id : arg));
}

/** tmux passes a single word to a shell, and a word that ends in a semicolon would end tmux's own command. */
function toTmuxCommand(command: readonly string[]): string[] {
  return ["env", ...command.map((word) => word.replace(/;$/, "\\;"))];
}

function readView(output: string, pane: Pane): PaneView | undefined {
  const [head = "", ...screen] = output.split("\n");
  const [server, id, tty = "", pid, dead, mode, x, y] = head.split("\t");
  if (Number(server) !== pane.server || id !== pane.id) return undefined;
  const cursor = { x: Number(x), y: Number(y) };
  return {
    tty,
    pid: Number(pid),
    isDead: dead === "1",
    isInMode: mode !== "0",
    cursor,
    lines: screen.map((line) => screenLine(line, { faint: true })),
    cursorLine: screenLine(screen[cursor.y] ?? "", { faint: false }),
  };
}

/** A server whose last pane has just closed still accepts a call, and then exits. */
async function retryIfGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isGone(error)) throw error;
    await sleep(SERVER_EXIT_MS);
    return await work();
  }
}

function isGone(error: unknown): boolean {
  return error instanceof HoldfastError && error.code === "not_found";
}
