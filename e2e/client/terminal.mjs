import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { PROGRAMS } from "./places.mjs";

const run = promisify(execFile);
const PATIENCE_MS = 30_000;

/**
 * The lab's own tmux server, with the pinned clients on the path. `prompt` types as a person does; `until` waits for words
 * on the screen. @param {import("./lab.mjs").Lab} lab
 */
export function openTerminal(lab) {
  lab.env.PATH = `${PROGRAMS}:${lab.env.PATH}`;
  lab.env.TMUX_TMPDIR = lab.root;
  return { launch, prompt, until, press };

  /** @param {string} agent @param {string[]} args @returns {Promise<{ session: string, pid: number }>} */
  async function launch(agent, args) {
    return JSON.parse(await lab.holdfast("launch", "--json", agent, "--", ...args));
  }

  /** @param {string} text */
  async function prompt(text) {
    await tmux("send-keys", "-l", text);
    await until(text);
    await sleep(300);
    await tmux("send-keys", "Enter");
  }

  /** @param {...string} keys */
  async function press(...keys) {
    for (const key of keys) await tmux("send-keys", key);
  }

  /** @param {string | RegExp} words */
  async function until(words) {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const screen = await tmux("capture-pane", "-p");
      if (typeof words === "string" ? screen.includes(words) : words.test(screen)) return;
      if (performance.now() > end) throw new Error(`${words} is not on the screen:\n${screen}`);
      await sleep(200);
    }
  }

  /** @param {...string} args */
  async function tmux(...args) {
    const { stdout } = await run("tmux", args, { env: lab.env, cwd: lab.project });
    return stdout;
  }
}
