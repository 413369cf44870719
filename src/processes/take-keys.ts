import { spawn, spawnSync } from "node:child_process";

/** Gives the terminal its earlier mode back. */
export type GiveBack = () => void;

/**
 * Waits in a session of its own, where no key and no signal for the terminal reaches it, until its input ends: after a
 * line, all is well; without one, this process is gone. It sets the mode only if no shell has set its own by then.
 */
const GUARD = `read -r line && exit
printf %s "$2"
[ "$(stty -g <&3)" = "$3" ] && stty "$1" <&3`;

/**
 * Has every key of this terminal delivered at once and not echoed. If this process is killed, a guard writes `leave` and
 * restores the mode: SIGKILL and a crash of the runtime leave no moment to do so here. Undefined without `stty`.
 *
 * Signals and Enter keep their meaning, other than in Node's raw mode: zsh takes over what a killed program leaves, before
 * a guard can change it, and corrects only the editing of lines. Otherwise no Ctrl-C would end its next commands.
 */
export function takeKeys(leave: string): GiveBack | undefined {
  const before = readMode();
  if (before === undefined || !setMode(["-icanon", "-echo", "min", "1", "time", "0"])) return undefined;
  const endGuard = startGuard(before, leave, readMode() ?? "");
  return () => {
    setMode([before]);
    endGuard();
  };
}

function readMode(): string | undefined {
  const { stdout } = spawnSync("stty", ["-g"], { encoding: "utf8", stdio: ["inherit", "pipe", "ignore"] });
  return stdout?.trim() || undefined;
}

function setMode(words: readonly string[]): boolean {
  return spawnSync("stty", words, { stdio: ["inherit", "ignore", "ignore"] }).status === 0;
}

function startGuard(before: string, leave: string, during: string): () => void {
  const guard = spawn("sh", ["-c", GUARD, "sh", before, leave, during], {
    detached: true,
    stdio: ["pipe", "inherit", "ignore", 0],
  });
  const ignore = () => {};
  guard.on("error", ignore);
  guard.stdin?.on("error", ignore);
  guard.unref();
  return () => {
    guard.stdin?.end("end\n");
  };
}
