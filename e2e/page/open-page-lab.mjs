import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { MAIN } from "../client/places.mjs";

/** A home, projects, a client that lives, and the program. Remove it with `close`. */
export function openPageLab() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-page-")));
  const home = join(root, "home");
  mkdirSync(home);
  const client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: root };
  /** @param {string} cwd @param {...string} words */
  const holdfast = (cwd, ...words) =>
    execFileSync(process.execPath, [MAIN, ...words], { cwd, env, encoding: "utf8" });
  /** As the agent of a session runs it. @param {string} cwd @param {string} session @param {...string} words */
  const inSession = (cwd, session, ...words) => {
    const own = { ...env, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session };
    return execFileSync(process.execPath, [MAIN, ...words], { cwd, env: own, encoding: "utf8" });
  };
  /** @type {import("node:child_process").ChildProcess[]} */
  const started = [];
  return {
    root,
    /** Runs a command beside the scenario. Resolves with its output when it ends. @param {string} cwd @param {...string} words */
    start(cwd, ...words) {
      const running = promisify(execFile)(process.execPath, [MAIN, ...words], { cwd, env });
      started.push(running.child);
      return running.then(({ stdout }) => stdout);
    },
    inSession,
    home,
    holdfast,
    clientPid: client.pid ?? 0,
    /** @param {string} name */
    project(name) {
      const path = join(root, name);
      mkdirSync(path);
      writeFileSync(join(path, "package.json"), `{ "name": "${name}" }\n`);
      for (const words of [
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["commit", "-qm", "Start"],
      ])
        execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
          cwd: path,
        });
      return path;
    },
    /** The address of the page, with a token for one login. @param {string} cwd */
    address: (cwd) => String(JSON.parse(holdfast(cwd, "ui", "--no-open", "--json")).address),
    close() {
      holdfast(root, "daemon", "stop");
      for (const child of [client, ...started]) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}
