import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TerminalClient } from "../../src/kernel/agent/agent.ts";
import type { Pane, Terminals } from "../../src/kernel/ports/terminals.ts";
import { systemProcesses } from "../../src/processes/system-processes.ts";
import { tmuxTerminals } from "../../src/terminals/tmux/tmux-terminals.ts";
import { eventually } from "./hook-bench.ts";

export type TmuxLab = Awaited<ReturnType<typeof openTmuxLab>>;

/** The screen of `fake-client.mjs`. */
export const FAKE_COMPOSER: TerminalClient["composer"] = {
  marker: /^› $/,
  placeholder: /^$/,
  dialog: /press enter to confirm/i,
  busy: /esc to interrupt/,
};

/** The prompt marker before the cursor in an empty composer, by program name. */
const PROMPT_MARKERS: Record<string, string> = { claude: "❯ ", gemini: " > " };

interface Recorded {
  data?: string;
  submitted?: string;
  signal?: string;
  started?: string[];
  pid?: number;
  cwd?: string;
}

/** Starts a separate tmux server in a temporary directory, with programs on its PATH that behave like agents. */
export async function openTmuxLab() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-tmux-")));
  const [bin, log] = [join(root, "bin"), join(root, "log")];
  mkdirSync(bin);
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: root,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    TMUX_TMPDIR: root,
  };
  const socket = join(root, `tmux-${process.getuid?.()}`, "default");
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", socket, ...args], { env, encoding: "utf8", stdio: "pipe" });
  needTmux();
  const terminals: Terminals = tmuxTerminals(env);
  const recorded = (): Recorded[] =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Recorded)
      : [];

  const addProgram = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  return {
    root,
    env,
    socket,
    terminals,
    tmux,
    recorded,
    /** Makes a fake agent that runs without a terminal fail. */
    refuse: () => writeFileSync(`${log}.refuse`, ""),
    submitted: () => recorded().flatMap(({ submitted }) => submitted ?? []),
    /** Puts a fake agent with this name on the PATH. */
    addClient(name: string, ...args: string[]) {
      const script = fileURLToPath(new URL("./fake-client.mjs", import.meta.url));
      const words = [process.execPath, script, log, PROMPT_MARKERS[name] ?? "› ", ...args]
        .map((word) => `'${word}'`)
        .join(" ");
      addProgram(name, `exec ${words} "$@"`);
    },
    addProgram,
    /** Kills the server and everything in it, and waits until it has ended. */
    async killServer() {
      const server = Number(tmux("display-message", "-p", "#{pid}"));
      tmux("kill-server");
      await eventually(async () => systemProcesses.startTime(server) === undefined);
    },
    /** Opens a pane with a program, and waits until it has drawn its composer. */
    async run(command: string[], { name = "lab", cwd = root } = {}): Promise<Pane> {
      const pane = await terminals.open({ name, command, cwd });
      await eventually(async () => (await terminals.view(pane))?.cursorLine.startsWith("› "));
      return pane;
    },
    async [Symbol.asyncDispose]() {
      try {
        tmux("kill-server");
      } catch {} // no test started it
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function needTmux(): void {
  try {
    execFileSync("tmux", ["-V"]);
  } catch (error) {
    throw new Error("These tests type into real terminals and need tmux: apt-get install tmux", {
      cause: error,
    });
  }
}
