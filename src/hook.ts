import { homedir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { openContext } from "./app.ts";
import { mendDaemon } from "./daemon/mend-daemon.ts";
import { handleEvent } from "./events/handle-event.ts";
import { systemClock } from "./kernel/clock.ts";
import { pathsFrom } from "./kernel/paths.ts";
import { runHook } from "./surfaces/hook/run-hook.ts";

/** hook.cjs AGENT EVENT ID ASK_STATUS DEADLINE_MS: what `hook.sh` runs when the daemon gave no answer. */
const [, event = "", id = "", askStatus = "0", deadlineMs = "900"] = process.argv.slice(2);
const { env } = process;
const home = homedir();
const script = join(import.meta.dirname, "main.cjs");

// Only `runHook` may write to the agent: it does so past these streams, once. They are replaced unseen: to look at
// them is to open them.
for (const name of ["stdout", "stderr"])
  Object.defineProperty(process, name, {
    get: () => new Writable({ write: (_text, _encoding, done) => done() }),
  });

const ended = runHook(
  { event, id, askStatus: Number(askStatus), deadlineMs: Number(deadlineMs) },
  {
    paths: pathsFrom(env, home),
    clock: systemClock,
    open: ({ cwd, busyTimeoutMs }) => openContext({ env, home, cwd, busyTimeoutMs }),
    handle: handleEvent,
    mendDaemon: (ctx, daemon) => mendDaemon(ctx, daemon, { script, env }),
    exit: () => process.exit(0),
  },
);
void ended.finally(() => process.exit(0));
