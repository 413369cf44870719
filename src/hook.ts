import { join } from "node:path";
import { Writable } from "node:stream";
import * as z from "zod";
import { agents } from "./agents/registry.ts";
import { recoverDaemon } from "./daemon/control/recover-daemon.ts";
import { homeDirectory } from "./files/home-directory.ts";
import { configVariables } from "./kernel/agent/agent-environment.ts";
import { systemClock } from "./kernel/clock.ts";
import { pathsFrom } from "./kernel/paths.ts";
import { createHookLog } from "./surfaces/hook/hook-log.ts";
import { runHook } from "./surfaces/hook/run-hook.ts";
import { spoolInput } from "./surfaces/hook/spool-input.ts";

/**
 * `hook.sh` runs hook.cjs AGENT EVENT ID ASK_STATUS DEADLINE_MS [FULL] if the daemon gave no answer. On a system
 * without a shell, the client itself runs hook.cjs AGENT EVENT, with the payload on standard input.
 */
const [agent = "", event = "", given = "", askStatus = "0", deadlineMs = "900", full = "0"] =
  process.argv.slice(2);
// Compiling a schema pays off only if it is used many times.
z.config({ jitless: true });
const { env } = process;
const home = homeDirectory(env);
const paths = pathsFrom(env, home);
const script = join(import.meta.dirname, "main.cjs");
/** An ask status that says nothing about the daemon. */
const UNKNOWN = 1;

// Only `runHook` may write to the agent; it writes to the descriptor directly, once. The streams are replaced without
// reading them, since reading them opens them.
for (const name of ["stdout", "stderr"])
  Object.defineProperty(process, name, {
    get: () => new Writable({ write: (_text, _encoding, done) => done() }),
  });

// No failure may affect the agent.
void answer().finally(() => process.exit(0));

async function answer(): Promise<void> {
  if (env["HOLDFAST_BYPASS"] === "1") return;
  const isEntry = given === "";
  const id = isEntry ? spoolInput(paths, { agent, event, continues: env["HOLDFAST_CONTINUE"] }) : given;
  const call = {
    event,
    id,
    // The daemon was not asked, so there is no reason to start another.
    askStatus: isEntry ? UNKNOWN : Number(askStatus),
    deadlineMs: Number(deadlineMs),
    isSpoolFull: full !== "0",
  };
  await runHook(call, {
    paths,
    clock: systemClock,
    elapsed: () => performance.now(),
    // Imported after zod is configured: a schema is created when its module is loaded.
    open: async ({ cwd, busyTimeoutMs, defer }) => {
      const { openContext } = await import("./app.ts");
      return { ...(await openContext({ env, home, cwd, busyTimeoutMs })), defer };
    },
    handle: async (ctx, events) => {
      const { handleEvents } = await import("./events/handle-events.ts");
      return await handleEvents(ctx, events);
    },
    recoverDaemon: async (daemon) => {
      const { readConfig } = await import("./read-config.ts");
      const isEnabled = () => readConfig(paths).daemon.enabled;
      const clientVariables = () => configVariables(agents);
      const now = systemClock();
      recoverDaemon(daemon, { state: paths.state, now, isEnabled, clientVariables, script, env });
    },
    log: createHookLog(env["HOLDFAST_LOG"], { agent, event, id, clock: systemClock }),
    exit: () => process.exit(0),
  });
}
