import { spawn } from "node:child_process";

type Env = Readonly<Record<string, string | undefined>>;

const KEPT_VARIABLES =
  /^(HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|HOLDFAST_\w+|PG[A-Z]+|SSH_AUTH_SOCK|SSH_AGENT_PID|GNUPGHOME|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS)$/i;

/** Megabytes for young objects. With V8's default of 16 the daemon grows by 30 and is not faster. */
const SMALL_HEAP = "--max-semi-space-size=2";

/**
 * Starts `holdfast daemon …` detached from the caller, with a minimal environment: variables of a repository's tools or
 * of one agent's session must not persist in a process that serves all sessions.
 */
export function spawnDaemon(options: {
  script: string;
  command: "run" | "start";
  cwd: string;
  env: Env;
  /** Environment variables of the clients that the daemon serves, such as their configuration directories. */
  clientVariables: readonly string[];
}): void {
  const { script, command, cwd, env, clientVariables } = options;
  const kept = Object.entries(env).filter(
    ([name]) => KEPT_VARIABLES.test(name) || clientVariables.includes(name),
  );
  const child = spawn(process.execPath, [SMALL_HEAP, script, "daemon", command], {
    cwd,
    env: Object.fromEntries(kept),
    detached: true,
    stdio: "ignore",
  });
  // Without a listener, a failed start would end the caller.
  child.on("error", () => {});
  child.unref();
}
