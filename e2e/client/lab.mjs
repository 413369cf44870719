import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startFakeModel } from "../fake-model/fake-model.mjs";
import { ClaudeSession } from "./claude-session.mjs";
import { killLabProcesses, MARK } from "./lab-processes.mjs";
import { CLIENT, MAIN } from "./places.mjs";
import { runProgram } from "./run-program.mjs";

const KEY = "fake-key";
const SESSION_ARGS = [
  "--permission-mode",
  "acceptEdits",
  "--allowedTools",
  "Bash,mcp__plugin_holdfast_holdfast",
];

/** @typedef {Awaited<ReturnType<typeof openLab>>} Lab */

/**
 * A machine of its own in one temporary folder: home, project (a git repository), fake model, nothing of the real user.
 * @param {{ latencyMs?: number }} [options]
 */
export async function openLab({ latencyMs = 0 } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hf-e2e-")));
  const [home, temp, project] = ["home", "tmp", "shop"].map((name) => join(root, name));
  for (const folder of [home, temp, project]) mkdirSync(folder);
  const model = await startFakeModel({ latencyMs });
  const env = environment({ root, home, temp, url: model.url });
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answeredDialogs(project)));
  await makeRepository(project, env);
  /** @type {ClaudeSession[]} */
  const sessions = [];

  return {
    root,
    home,
    project,
    env,
    model,
    state: join(home, ".local", "state", "holdfast"),
    start,
    holdfast,
    json,
    close,
  };

  /** A live client in the project. @param {{ args?: string[], env?: Record<string, string>, cwd?: string }} [options] */
  function start({ args = [], env: more = {}, cwd = project } = {}) {
    const session = new ClaudeSession({
      binary: CLIENT,
      cwd,
      env: { ...env, ...more },
      args: [...SESSION_ARGS, ...args],
    });
    sessions.push(session);
    return session;
  }

  /** Runs the built command line as the lab's user. @param {...string} args */
  async function holdfast(...args) {
    const done = await runProgram(process.execPath, [MAIN, ...args], { cwd: project, env });
    if (done.code === 0) return done.stdout;
    throw new Error(`holdfast ${args.join(" ")} ended with ${done.code}: ${done.stderr || done.stdout}`);
  }

  /** The same with `--json`, read. @param {...string} args @returns {Promise<any>} */
  async function json(...args) {
    return JSON.parse(await holdfast(...args, "--json"));
  }

  /** Ends everything that belongs to the lab and removes it. @param {{ keep?: boolean }} [options] */
  async function close({ keep = false } = {}) {
    await Promise.all(sessions.map((session) => session.kill9().catch(() => {})));
    await runProgram(process.execPath, [MAIN, "daemon", "stop"], { cwd: root, env, timeoutMs: 5_000 });
    await killLabProcesses(root);
    await model.close();
    if (keep) console.log(`        kept: ${root}`);
    else rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** @param {{ root: string, home: string, temp: string, url: string }} place @returns {Record<string, string>} */
function environment({ root, home, temp, url }) {
  return {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    TMPDIR: temp,
    // Without it the client shares sockets and folders in /tmp with every other client of this user.
    CLAUDE_CODE_TMPDIR: temp,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    IS_SANDBOX: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    [MARK]: root,
  };
}

/** What a user has clicked away before the first real session. @param {string} project */
function answeredDialogs(project) {
  return {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [KEY], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
}

/** @param {string} project @param {Record<string, string>} env */
async function makeRepository(project, env) {
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "cart.js"), "export const total = (items) => items.length;\n");
  writeFileSync(join(project, "package.json"), '{ "name": "shop", "type": "module" }\n');
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@shop.test"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "Start"],
  ]) {
    const { code, stderr } = await runProgram("git", args, { cwd: project, env });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  }
}
