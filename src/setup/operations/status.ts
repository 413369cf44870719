import * as z from "zod";
import { CheckpointView, checkpointViewer } from "../../checkpoints/checkpoint-view.ts";
import { listBackups } from "../../files/backups.ts";
import { listSetAside, setAsideNotice } from "../../files/set-aside.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { describeFailedPushes } from "../../transfer/describe-failed-pushes.ts";
import { checkAgent } from "../check-agent.ts";
import { resolveConnectPaths } from "../connect-paths.ts";
import { listPendingSessions } from "../list-pending-replies.ts";
import { withoutPastTrouble } from "../without-past-trouble.ts";

const DaemonState = z.object({
  state: z.enum(["starting", "running", "stopped", "hung"]),
  version: z.string().optional(),
  pid: z.number().optional(),
  address: z.string().optional(),
  trouble: z.string().optional(),
});

export const status = defineOperation({
  name: "status",
  group: "agents",
  summary: "Show agents, stored data and the daemon",
  readOnly: true,
  input: z.object({}),
  output: z.object({
    version: z.string(),
    stateDir: z.string(),
    checkpoints: z.number(),
    sessions: z.number(),
    nodes: z.number(),
    bytes: z.number(),
    /** Number of events in the spool. */
    waiting: z.number(),
    /** What was computed for running sessions and has not reached them; the next prompt brings it. */
    pending: z.array(
      z.object({ session: z.string(), agent: z.string(), chars: z.number(), since: z.string() }),
    ),
    /** Damaged databases that were set aside, each with its cause and what to do. */
    damaged: z.array(z.string()),
    /** Daily copies of the database, newest first. */
    backups: z.array(z.object({ path: z.string(), madeAt: z.string(), bytes: z.number() })),
    daemon: DaemonState,
    /** Automatic pushes that fail, each with its cause and what to do. */
    failedPushes: z.array(z.string()),
    agents: z.array(
      z.object({
        name: z.string(),
        connected: z.boolean(),
        problems: z.array(z.string()),
        can: z.array(z.string()),
      }),
    ),
    newest: CheckpointView.nullable(),
  }),
  async run(ctx) {
    const paths = resolveConnectPaths(ctx);
    const agents = await Promise.all(
      ctx.agents.map(async (adapter) => {
        const { installed, problems } = await checkAgent(adapter, paths);
        const abilities = { ...adapter.capabilities, forksAtMark: adapter.forkAtMark !== undefined };
        const can = Object.entries(abilities).flatMap(([name, has]) => (has ? [name] : []));
        return { name: adapter.name, connected: installed === true, problems, can };
      }),
    );
    // Also confirms what hooks have printed.
    const { waiting } = await ctx.drain();
    const [newest] = await ctx.store.listCheckpoints({ limit: 1 });
    return {
      version: ctx.version,
      stateDir: ctx.paths.state,
      ...(await ctx.store.stats()),
      waiting,
      pending: (await listPendingSessions(ctx)).map((one) => ({
        ...one,
        since: new Date(one.since).toISOString(),
      })),
      damaged: listSetAside(ctx.paths.database).map(setAsideNotice),
      backups: listBackups(ctx.paths.database, ctx.clock()).map((backup) => ({
        ...backup,
        madeAt: new Date(backup.madeAt).toISOString(),
      })),
      daemon: DaemonState.parse(await withoutPastTrouble(ctx, await ctx.daemonHealth())),
      failedPushes: describeFailedPushes(ctx),
      agents,
      newest: newest ? (await checkpointViewer(ctx, [newest]))(newest) : null,
    };
  },
});
