import { isAbsolute, join } from "node:path";

/** Where Holdfast keeps its files. Private state lives outside every repository. */
export interface Paths {
  state: string;
  database: string;
  spool: string;
  quarantine: string;
  socket: string;
  lock: string;
  token: string;
  logs: string;
  /** Captured files, in one directory per project. */
  snapshots: string;
  /** Hashes of lines in which redaction found nothing. */
  cleanLines: string;
  /** The remotes of projects, in one directory per project. */
  remotes: string;
  configFile: string;
  /** Copies of programs that were run from a package manager's cache, in one directory per version. */
  programs: string;
}

/**
 * `HOLDFAST_HOME` puts everything into one directory. Otherwise the XDG base directories are used. As in the XDG
 * specification, relative paths are ignored: hooks run in repositories, and each would get its own directory. `hook.sh`
 * has the same rule.
 */
export function pathsFrom(env: Readonly<Record<string, string | undefined>>, home: string): Paths {
  const own = ifAbsolute(env["HOLDFAST_HOME"]);
  const state = own ?? join(ifAbsolute(env["XDG_STATE_HOME"]) ?? join(home, ".local", "state"), "holdfast");
  const config = own ?? join(ifAbsolute(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "holdfast");
  return {
    state,
    database: join(state, "holdfast.db"),
    spool: join(state, "spool"),
    quarantine: join(state, "quarantine"),
    socket: join(state, "daemon.sock"),
    lock: join(state, "daemon.lock"),
    token: join(state, "token"),
    logs: join(state, "logs"),
    snapshots: join(state, "snapshots"),
    cleanLines: join(state, "clean-lines"),
    remotes: join(state, "remotes"),
    configFile: join(config, "config.json"),
    programs: own
      ? join(own, "programs")
      : join(ifAbsolute(env["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "holdfast"),
  };
}

function ifAbsolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
