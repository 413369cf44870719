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
  configFile: string;
  /** Where a program that ran from a package manager's cache is kept, in a directory for each version. */
  programs: string;
}

/**
 * `HOLDFAST_HOME` puts everything into one directory; else the XDG base directories are honored. As their specification has it,
 * a relative path counts as not set: hooks run in repositories, where it would lead into each of them. `hook.sh` has the same rule.
 */
export function pathsFrom(env: Readonly<Record<string, string | undefined>>, home: string): Paths {
  const own = absolute(env["HOLDFAST_HOME"]);
  const state = own ?? join(absolute(env["XDG_STATE_HOME"]) ?? join(home, ".local", "state"), "holdfast");
  const config = own ?? join(absolute(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "holdfast");
  return {
    state,
    database: join(state, "holdfast.db"),
    spool: join(state, "spool"),
    quarantine: join(state, "quarantine"),
    socket: join(state, "daemon.sock"),
    lock: join(state, "daemon.lock"),
    token: join(state, "token"),
    logs: join(state, "logs"),
    configFile: join(config, "config.json"),
    programs: own
      ? join(own, "programs")
      : join(absolute(env["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "holdfast"),
  };
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
