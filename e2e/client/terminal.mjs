import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { MAIN, OPENCODE, PROGRAMS } from "./places.mjs";

const run = promisify(execFile);
/** On a crowded machine a client may take that long to draw. */
const PATIENCE_MS = 90_000;
/** How long a key may take to be seen, and how often it is pressed. */
const SEEN_MS = 2_000;
const TYPED_MS = 15_000;
const MOST_PRESSES = 10;
const SHELL = ["-x", "100", "-y", "45", "-e", "PS1=person: ", "bash", "--norc"];
/** The shell waits for a command. */
export const AT_SHELL = /person:\s*$/;

/**
 * The lab's own tmux server, with the pinned clients on the path. `prompt` types as a person does; `until` waits for words
 * on the screen. @param {import("./lab.mjs").Lab} lab
 */
export function openTerminal(lab) {
  // The clients come first, but not the Node.js that is installed among them, nor the launcher that OpenCode's package leaves.
  const runtime = join(lab.root, "runtime");
  mkdirSync(runtime);
  const [folder = ""] = lab.env.PATH.split(":");
  symlinkSync(join(folder, "node"), join(runtime, "node"));
  lab.env.PATH = `${runtime}:${dirname(OPENCODE)}:${PROGRAMS}:${lab.env.PATH}`;
  lab.env.TMUX_TMPDIR = lab.root;
  return { launch, open, run: typeLine, prompt, until, press, pressUntil, resize, ask };

  /** A person's shell in the project, with our command line on its path. */
  async function open() {
    const bin = join(lab.root, "bin");
    mkdirSync(bin);
    symlinkSync(MAIN, join(bin, "holdfast"));
    lab.env.PATH = `${bin}:${lab.env.PATH}`;
    await tmux("new-session", "-d", "-s", "person", ...SHELL);
    await until(AT_SHELL);
  }

  /** Runs a line in that shell. @param {string} line */
  async function typeLine(line) {
    await tmux("send-keys", "-l", line);
    await tmux("send-keys", "Enter");
  }

  /** @param {string} agent @param {string[]} args @returns {Promise<{ session: string, pid: number }>} */
  async function launch(agent, args) {
    return JSON.parse(await lab.holdfast("launch", "--json", agent, "--", ...args));
  }

  /** A client that still starts may show its composer and drop what is typed. @param {string} text */
  async function prompt(text) {
    for (let tries = 1; ; tries++) {
      await tmux("send-keys", "-l", text);
      const isShown = await shows(text, TYPED_MS);
      if (isShown) break;
      if (tries === MOST_PRESSES) throw new Error(`${text} cannot be typed`);
      await tmux("send-keys", "C-u");
    }
    await sleep(300);
    await tmux("send-keys", "Enter");
  }

  /** @param {...string} keys */
  async function press(...keys) {
    for (const key of keys) await tmux("send-keys", key);
  }

  /**
   * Presses a key again while the words are not on the screen: a client that has just drawn a dialog may drop it.
   * @param {string} key @param {string | RegExp} words
   */
  async function pressUntil(key, words) {
    for (let tries = 0; tries < MOST_PRESSES; tries++) {
      await press(key);
      if (await shows(words, SEEN_MS)) return;
    }
    await until(words);
  }

  /** @param {string | RegExp} words @param {number} patienceMs */
  async function shows(words, patienceMs) {
    return await until(words, patienceMs).then(
      () => true,
      () => false,
    );
  }

  /** Returns the screen once the words are on it. @param {string | RegExp} words */
  async function until(words, patienceMs = PATIENCE_MS) {
    const end = performance.now() + patienceMs;
    for (;;) {
      const screen = await tmux("capture-pane", "-p");
      if (typeof words === "string" ? screen.includes(words) : words.test(screen)) return screen;
      if (performance.now() > end) throw new Error(`${words} is not on the screen:\n${screen}`);
      await sleep(200);
    }
  }

  /** @param {number} columns @param {number} rows */
  async function resize(columns, rows) {
    await tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** What tmux knows of the terminal, such as `#{pane_pid}`. @param {string} format */
  async function ask(format) {
    return (await tmux("display-message", "-p", format)).trim();
  }

  /** @param {...string} args */
  async function tmux(...args) {
    const { stdout } = await run("tmux", args, { env: lab.env, cwd: lab.project });
    return stdout;
  }
}
