import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { AT_SHELL, openTerminal } from "../client/terminal.mjs";
import { playSession } from "../page/play-session.mjs";

/** @typedef {import("../client/lab.mjs").Lab} Lab */
/** @typedef {ReturnType<typeof openTerminal>} Terminal */

const PAGES = "Add pagination to the list of invoices.";
/** Five characters of two columns each. */
const CHART = "図表を描く for the rates.";
const FILM = "Cut the film to nine minutes.";
/** tmux says of the terminal: no alternate screen, and the cursor is visible. */
const CLEAN = "0 1";

/** The real screen of the picker. @type {import("../run-scenario.mjs").Scenario} */
export const picker = {
  name: "picker",
  says: "the picker on a real screen: search, scopes, preview, Esc, sizes, wide characters; killed, it leaves a clean terminal",
  async run(open) {
    const lab = await open();
    const terminal = openTerminal(lab);
    await playWork(lab);
    await terminal.open();
    await terminal.run("stty -g > before; echo begun; holdfast");
    await browse(terminal);
    await changeSizes(terminal);
    await stopAndGoOn(terminal);
    await terminal.press("Escape");
    await assertUsable(lab, terminal, "left");
    for (const signal of /** @type {const} */ (["SIGKILL", "SIGABRT", "SIGTERM"])) {
      await terminal.run("clear; echo begun; holdfast");
      await terminal.until("[worktree]");
      // The guard starts after the first frame; a key is answered after that.
      await terminal.press("?");
      await terminal.until("Continue the session in its agent");
      process.kill(await pickerPid(terminal), signal);
      await assertUsable(lab, terminal, signal);
    }
  },
};

/** Two sessions in the project, one of them with wide characters, and one elsewhere. @param {Lab} lab */
async function playWork(lab) {
  const client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    const film = join(lab.root, "film");
    mkdirSync(film);
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: film });
    for (const [project, prompt] of [
      [film, FILM],
      [lab.project, CHART],
      [lab.project, PAGES],
    ])
      await playSession(lab, client.pid ?? 0, {
        project: realpathSync(project ?? ""),
        turns: [{ prompt: prompt ?? "", answer: "Done." }],
      });
  } finally {
    client.kill("SIGKILL");
  }
}

/** @param {Terminal} terminal */
async function browse(terminal) {
  const list = await terminal.until(/2 sessions$/m);
  assert.ok(list.includes(PAGES), list);
  assertAligned(list);
  await terminal.press("/", "p", "a", "g", "i", "n", "a");
  const found = await terminal.until(/1 of 2$/m);
  assert.ok(found.includes(PAGES) && !found.includes(CHART), found);
  await terminal.press("Escape");
  await terminal.until(/2 sessions$/m);
  await terminal.press("Tab");
  await terminal.until("[project]");
  await terminal.press("Tab");
  assert.ok((await terminal.until(/\[all\].*3 sessions$/m)).includes(FILM));
  await terminal.press("BTab", "BTab");
  await terminal.until("[worktree]");
  await terminal.press("Down", "Up", "Space");
  const preview = await terminal.until("Newest turns");
  assert.match(preview, new RegExp(`Latest request\\n- ${PAGES}`));
  await terminal.press("Escape");
  assert.match(await terminal.until("SESSION"), /❯ . Add pagination/);
  await terminal.press("x");
  await terminal.until(`Dismiss "${PAGES}"?`);
  await terminal.press("Escape");
  await terminal.until(/SESSION[^]*❯ . Add pagination/);
}

/** The column after a title stands where it stands in other rows. @param {string} screen */
function assertAligned(screen) {
  const [pages = "", chart = ""] = [PAGES, CHART].map((title) =>
    screen.split("\n").find((line) => line.includes(title)),
  );
  assert.equal(chart.indexOf("claude-code") + "図表を描く".length, pages.indexOf("claude-code"), screen);
}

/** Each size is drawn anew: all rows are used, no row is longer, and nothing of an earlier frame is left. @param {Terminal} terminal */
async function changeSizes(terminal) {
  await terminal.resize(140, 40);
  assertAligned((await terminal.until(/2 sessions\n[^]* │ [^]*Newest turns/)).replaceAll(/ │ .*/g, ""));
  await terminal.resize(80, 24);
  // Until the picker has drawn, tmux shows a part of the frame before.
  assertAligned(await terminal.until(/^Holdfast .* 2 sessions\n(?![^]*│)(?:.*\n){22}Enter continue.*\n*$/));
  await terminal.resize(40, 12);
  const narrow = await terminal.until(/^Holdfast.{0,32}\n(?:.{0,40}\n){10}Enter continue .{0,24}\n*$/);
  assert.match(narrow, /❯ . Add pagination .*/);
  await terminal.resize(24, 6);
  await terminal.until(/^Holdfast.{0,16}\n(?:.{0,24}\n){4}Enter continue.{0,10}\n*$/);
  await terminal.resize(100, 45);
  await terminal.until(/2 sessions\n[^]*SESSION +AGENT/);
}

/** Ctrl-Z and `fg`, as with every other program. @param {Terminal} terminal */
async function stopAndGoOn(terminal) {
  await terminal.press("C-z");
  await terminal.until(/Stopped[^]*person:\s*$/);
  assert.equal(await terminal.ask("#{alternate_on} #{cursor_flag}"), CLEAN);
  await terminal.run("fg");
  await terminal.until(/2 sessions$/m);
}

/** The screen from before, a visible cursor, the earlier mode, and a shell that takes a line. @param {Lab} lab @param {Terminal} terminal @param {string} how */
async function assertUsable(lab, terminal, how) {
  // On a busy machine the shell may print its prompt before the guard leaves the alternate screen: Enter shows it again.
  await terminal.pressUntil("Enter", /begun[^]*person:\s*$/);
  const screen = await terminal.until(AT_SHELL);
  assert.ok(!screen.includes("[worktree]"), `${how}: the picker is still on the screen:\n${screen}`);
  assert.equal(await terminal.ask("#{alternate_on} #{cursor_flag}"), CLEAN, how);
  await terminal.run("stty -g > after; echo us''able");
  await terminal.until(/^usable\s+person:\s*$/m);
  const [before, after] = ["before", "after"].map((name) => readFileSync(join(lab.project, name), "utf8"));
  assert.equal(after, before, `${how}: the terminal has another mode`);
}

/** The program that the shell runs. @param {Terminal} terminal */
async function pickerPid(terminal) {
  const shell = await terminal.ask("#{pane_pid}");
  const pid = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((name) => parentOf(name) === shell);
  assert.ok(pid, "the shell runs nothing");
  return Number(pid);
}

/** @param {string} pid */
function parentOf(pid) {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
