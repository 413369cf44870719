import { spawn } from "node:child_process";
import { parse } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 512 * 1024 * 1024;

/**
 * Settings that hold whatever a repository says. Its own configuration is never read: git gets our bare repository as
 * its directory, and only the files are the user's.
 */
const SETTINGS = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.autocrlf", "false"],
  ["core.safecrlf", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.quotePath", "true"],
  ["core.logAllRefUpdates", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["submodule.recurse", "false"],
  ["protocol.allow", "never"],
  ["core.compression", "1"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** What a call to git sees besides its arguments. */
export interface GitPlace {
  searchPath: string;
  /** Our bare repository. */
  store: string;
  worktree: string;
  index: string;
  /** Where more objects may be found. */
  objects?: string | undefined;
  excludesFile?: string | undefined;
  /** Replaces variables of the environment. Only for talking to a remote repository. */
  environment?: NodeJS.ProcessEnv;
  /** More settings, as `name=value`. */
  settings?: readonly string[];
  /** A program that runs git, with its arguments. */
  launcher?: readonly string[];
  /** Where objects are read and written instead of the repository. */
  objectDirectory?: string | undefined;
}

interface GitCall {
  input?: string | Buffer;
  /** Writes standard output to this file instead. */
  output?: number;
  /** Exit codes other than zero that are no failure. */
  accept?: readonly number[];
  /** Stops reading, and ends git, after this many bytes. */
  limit?: number;
  timeoutMs?: number;
  /** Receives what git printed to standard error, byte for character, although it succeeded. */
  onWarnings?: (text: string) => void;
}

/** Runs git without a shell and without the user's environment and configuration. Resolves to its standard output. */
export function runGit(place: GitPlace, args: readonly string[], call: GitCall = {}): Promise<Buffer> {
  const { excludesFile = "/dev/null" } = place;
  const more = (place.settings ?? []).flatMap((setting) => ["-c", setting]);
  const words = [...SETTINGS, ...more, "-c", `core.excludesFile=${excludesFile}`, ...args];
  return new Promise((resolve, reject) => {
    const [program = "git", ...rest] = [...(place.launcher ?? []), "git", ...words];
    const child = spawn(program, rest, {
      cwd: outsideOf(place),
      env: environmentOf(place),
      stdio: ["pipe", call.output ?? "pipe", "pipe"],
      timeout: call.timeoutMs ?? TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    const said = collect(child.stderr, 64 * 1024);
    const printed = collect(child.stdout, call.limit ?? MAX_OUTPUT, () => child.kill("SIGKILL"));
    // It may end without reading: its exit status then shows why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(call.input ?? "");
    child.once("error", (error) => reject(toHoldfastError(error)));
    child.once("close", (code, signal) => {
      const isCut = printed.full && call.limit !== undefined;
      if (isCut || code === 0 || (code !== null && call.accept?.includes(code))) {
        call.onWarnings?.(Buffer.concat(said.chunks).toString("latin1"));
        return resolve(Buffer.concat(printed.chunks));
      }
      reject(toFailure(`git ${args[0]}`, Buffer.concat(said.chunks).toString().trim(), { code, signal }));
    });
  });
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Its cause is what git said, or that it crashed; empty if it took too long. */
function toFailure(command: string, said: string, { code, signal }: Ending): HoldfastError {
  const crash = signal === null || signal === "SIGKILL" ? "" : `it crashed (${signal})`;
  const how = signal === null ? `exit code ${code}` : crash || "it took too long";
  const reason = said.split("\n").slice(-2).join(" ").slice(0, 300) || how;
  return new HoldfastError("snapshot_failed", `${command} failed: ${reason}`, { cause: said || crash });
}

interface OutputBuffer {
  chunks: Buffer[];
  full: boolean;
}

function collect(
  stream: NodeJS.ReadableStream | null,
  limit: number,
  onFull: () => void = () => {},
): OutputBuffer {
  const collected: OutputBuffer = { chunks: [], full: false };
  let size = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (collected.full) return;
    size += chunk.length;
    collected.chunks.push(chunk);
    if (size < limit) return;
    collected.full = true;
    onFull();
  });
  return collected;
}

/** Below the worktree, git would take its working directory for the part that is asked for, and our store may be there. */
export function outsideOf({ store }: Pick<GitPlace, "store">): string {
  return parse(store).root;
}

export function environmentOf(place: GitPlace): NodeJS.ProcessEnv {
  return {
    PATH: place.searchPath,
    LC_ALL: "C",
    HOME: place.store,
    GIT_DIR: place.store,
    GIT_WORK_TREE: place.worktree,
    GIT_INDEX_FILE: place.index,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_AUTHOR_NAME: "Holdfast",
    GIT_AUTHOR_EMAIL: "holdfast@localhost",
    GIT_COMMITTER_NAME: "Holdfast",
    GIT_COMMITTER_EMAIL: "holdfast@localhost",
    ...(place.objectDirectory === undefined ? {} : { GIT_OBJECT_DIRECTORY: place.objectDirectory }),
    ...(place.objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: place.objects }),
    ...place.environment,
  };
}

function toHoldfastError(error: NodeJS.ErrnoException): HoldfastError {
  if (error.code === "ENOENT")
    return new HoldfastError("snapshot_failed", "git is not installed, or not on the PATH.", {
      cause: error,
      next: "Install git.",
    });
  return new HoldfastError("snapshot_failed", `git cannot be run: ${error.message}`, { cause: error });
}
