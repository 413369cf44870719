import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import type { Paths } from "../kernel/paths.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Socket paths have at most 108 bytes (on some systems 104), including the final NUL. */
const MAX_SOCKET_BYTES = 103;

/** The daemon's socket: in the state directory, or at a short path derived from it. */
export function socketPath(paths: Paths, env: Env): string {
  if (Buffer.byteLength(paths.socket) <= MAX_SOCKET_BYTES) return paths.socket;
  const name = createHash("sha256").update(paths.state).digest("hex").slice(0, 16);
  return join(shortDirectory(env), `${name}.sock`);
}

/**
 * The socket of a daemon that may have been started in another environment: the short path depends on
 * `XDG_RUNTIME_DIR`, which a login over ssh or a service may lack.
 */
export function findSocket(paths: Paths, env: Env): string {
  const expected = socketPath(paths, env);
  if (expected === paths.socket) return expected;
  const noted = readOwnFile(noteOf(paths))?.trim() ?? "";
  return isAbsolute(noted) && basename(noted) === basename(expected) ? noted : expected;
}

function noteOf({ state }: Paths): string {
  return join(state, "socket-path");
}

/** Creates the directory of a short path, and a file that gives that path to `hook.sh` and to commands. */
export function prepareSocketPath(paths: Paths, env: Env): string {
  const path = socketPath(paths, env);
  const note = noteOf(paths);
  rmSync(note, { force: true });
  if (path !== paths.socket) {
    ensurePrivateDirectory(shortDirectory(env));
    writeOwnFile(note, `${path}\n`);
  }
  rmSync(path, { force: true });
  return path;
}

function shortDirectory(env: Env): string {
  const runtime = env["XDG_RUNTIME_DIR"];
  if (runtime && runtime.length < 60) return join(runtime, "holdfast");
  return join(tmpdir(), `holdfast-${process.getuid?.() ?? "user"}`);
}
