import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { openContext } from "./app.ts";
import { mendDaemon } from "./daemon/mend-daemon.ts";
import { handleEvent } from "./events/handle-event.ts";
import { systemClock } from "./kernel/clock.ts";
import { pathsFrom } from "./kernel/paths.ts";
import { runHook } from "./surfaces/hook/run-hook.ts";

/** hook.js AGENT EVENT ID CURL_STATUS: what `hook.sh` runs when the daemon gave no answer. */
const [, event = "", id = "", curlStatus = "0"] = process.argv.slice(2);
const { env } = process;
const home = homedir();
const script = fileURLToPath(new URL("./main.js", import.meta.url));

// Only `runHook` may write to the agent: it does so past these streams, once.
process.stdout.write = () => true;
process.stderr.write = () => true;

await runHook(
  { event, id, curlStatus: Number(curlStatus) },
  {
    paths: pathsFrom(env, home),
    clock: systemClock,
    open: ({ cwd, busyTimeoutMs }) => openContext({ env, home, cwd, busyTimeoutMs }),
    handle: handleEvent,
    mendDaemon: (ctx, daemon) => mendDaemon(ctx, daemon, { script, env }),
    exit: () => process.exit(0),
  },
);
process.exit(0);
