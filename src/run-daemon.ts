import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { type AppOptions, openContext } from "./app.ts";
import { runScheduledPrune } from "./checkpoints/run-scheduled-prune.ts";
import { createBackupTask } from "./daemon/backup-task.ts";
import type { DaemonControl } from "./daemon/control/daemon-control.ts";
import { pushDirectory } from "./daemon/push-directory.ts";
import { serveDaemon } from "./daemon/serve-daemon.ts";
import { detectMissedStops } from "./events/detect-missed-stops.ts";
import { createFollower } from "./events/follow-sessions.ts";
import { handleEvents } from "./events/handle-events.ts";
import { systemClock } from "./kernel/clock.ts";
import type { Context } from "./kernel/context.ts";
import { loadOperations } from "./operations.ts";
import { findProcess } from "./processes/find-process.ts";
import { removeOldRecordFiles } from "./recovery/keep-record-file.ts";
import { watchHookShim } from "./setup/hook-shim.ts";
import { stableProgramDir } from "./setup/stable-program.ts";
import { findFollowedAgents } from "./setup/survey-agents.ts";
import { isTurnRunning } from "./snapshots/is-turn-running.ts";
import { createSnapshotRunner } from "./snapshots/snapshot-runner.ts";
import { loadModel } from "./statements/model.ts";
import type { HttpAccess } from "./surfaces/http/guard.ts";
import type { Page } from "./surfaces/http/page/add-page-routes.ts";
import { createPageAccess } from "./surfaces/http/page/page-access.ts";
import { createPageEvents } from "./surfaces/http/page/page-events.ts";
import { readToken } from "./surfaces/http/token.ts";
import { deliverWithRetries } from "./terminals/deliver-prompt.ts";
import { createAutoPush } from "./transfer/auto-push.ts";

const PRUNE_MS = 300_000;
const MISSED_STOPS_MS = 5_000;
const FOLLOW_MS = 5_000;
/** For requests of hooks that did not reach the daemon; its own are taken at once. */
const SNAPSHOT_MS = 2_000;
const PUSH_MS = 5_000;

type DaemonOptions = AppOptions & { programDir: string };

/** `holdfast daemon run`: wires the daemon to the event path, the HTTP API and its scheduled tasks. */
export async function runDaemon(options: DaemonOptions, control: DaemonControl): Promise<void> {
  const token = () => readToken(control.paths.token);
  // Loaded now, since an upgrade may remove the file of the model while the daemon runs.
  loadModel();
  const snapshots = createSnapshotRunner();
  const page = createPage();
  await serveDaemon({
    api: (ctx) => apiFor(ctx, { type: "socket" }),
    loopbackApi: (ctx, port) => apiFor(ctx, { type: "loopback", port, token, page, clock: systemClock }),
    page: {
      api: (ctx, port) => apiFor(ctx, { type: "loopback", port, page, clock: systemClock }),
      issueToken: page.access.issueToken,
      isOpen: () => page.events.count() > 0,
    },
    ...control,
    clock: systemClock,
    open: (how) => openContext({ ...options, ...how, sendsNotifications: true }),
    handle: async (ctx, inputs) => {
      const outcomes = await handleEvents(ctx, inputs);
      void snapshots.run(ctx);
      return outcomes;
    },
    isNeeded: isTurnRunning,
    isReplaced: watchHookShim(control.paths.state, stableProgramDir({ ...options, ...control })),
    tasks: [
      createBackupTask(control),
      {
        name: "follow sessions",
        everyMs: FOLLOW_MS,
        run: createFollower({ findAgents: findFollowedAgents, findProcess }),
      },
      { name: "snapshots", everyMs: SNAPSHOT_MS, run: (ctx, signal) => snapshots.run(ctx, signal) },
      {
        name: "push",
        everyMs: PUSH_MS,
        run: createAutoPush((directory, signal) => pushDirectory(control, directory, signal)),
      },
      { name: "prune", everyMs: PRUNE_MS, run: runScheduledPrune },
      { name: "record files", everyMs: PRUNE_MS, run: async (ctx) => removeOldRecordFiles(ctx) },
      {
        name: "missed stops",
        everyMs: MISSED_STOPS_MS,
        run: (ctx, signal) => detectMissedStops(ctx, deliverWithRetries, signal),
      },
    ],
  });
}

function createPage(): Page {
  const newSecret = () => randomBytes(32).toString("base64url");
  return { access: createPageAccess(systemClock, newSecret), events: createPageEvents() };
}

/** The API is loaded by the first request: most daemons only answer hooks and should stay small. */
function apiFor(ctx: Context, access: HttpAccess) {
  const load = async () => {
    // Lists and transcripts are garbage soon, and V8 would let the heap double first. Costs a page a third more CPU (docs/measurements.md).
    setFlagsFromString("--optimize-for-size");
    const { createHttpApp } = await import("./surfaces/http/create-http-app.ts");
    const { mcpOverHttp } = await import("./surfaces/mcp/serve-http.ts");
    const operations = await loadOperations();
    return createHttpApp(ctx, { operations, access, mcp: mcpOverHttp(operations, ctx) });
  };
  let app: ReturnType<typeof load> | undefined;
  return async (request: Request) => {
    app ??= load();
    return (await app).fetch(request);
  };
}
