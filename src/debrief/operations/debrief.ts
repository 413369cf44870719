import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { requestedSession } from "../../capture/requested-session.ts";
import { callerSession } from "../../checkpoints/caller-session.ts";
import { fileReason } from "../../files/file-errors.ts";
import { DebriefRule } from "../../kernel/config/project-config.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Session } from "../../kernel/record.ts";
import type { DeliveryStorage } from "../../kernel/storage/delivery-storage.ts";
import { changeSession } from "../../sessions/change-session.ts";
import { readDebriefs, switchDebriefs } from "../debrief-state.ts";
import { mayDebrief } from "../decide-debrief.ts";
import { proposeRules } from "../propose-rules.ts";

/** What to do if it is not known which session is meant. The switch of the project is named as the call wants it. */
function adviceFor(action: string): string {
  const forProject =
    action === "on" || action === "off"
      ? `, or set "debrief": { "enabled": ${action === "on"} } in .holdfast.json for the project`
      : "";
  return `Name the session by its id${forProject}.`;
}

const ROUTES = ["agent_stop", "queue", "terminal"] as const;

export const debrief = defineOperation({
  name: "debrief",
  group: "sessions",
  summary: "Turn debriefs on or off, or set up project rules",
  positional: ["action"],
  tool: "debrief",
  guidance: "Call it only when the user asks. off disables end-of-turn debriefs for this session.",
  readOnly: false,
  input: z.object({
    action: z.enum(["on", "off", "status", "init"]).default("status").describe("What to do"),
    session: z
      .string()
      .max(128)
      .optional()
      .describe("Session id, from Holdfast or the agent (default: calling session)"),
  }),
  output: z.object({
    enabled: z.boolean(),
    /** Null if no session is known. */
    session: z.string().nullable(),
    ignoredInARow: z.number(),
    lastAt: z.number().nullable(),
    /** Why a stop now would not trigger a debrief; null if it would, or if no session is known. */
    passes: z.string().nullable(),
    /** The channel of the last debrief: the reply to a stop, the agent's queue, or the terminal. */
    route: z.enum(ROUTES).nullable(),
    rules: z.array(DebriefRule),
    written: z.string().nullable(),
  }),
  async run(ctx, { action, session: nativeId }) {
    const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
    const isSwitched = action === "on" || action === "off";
    const known =
      isSwitched || nativeId !== undefined
        ? await requestedSession(ctx, nativeId, adviceFor(action))
        : await callerSession(ctx, worktree);
    const written = action === "init" ? await init(worktree) : null;
    const change = (now: Session) =>
      isSwitched ? { ...now, capture: switchDebriefs(now.capture, action) } : now;
    const session = isSwitched && known ? await changeSession(ctx, known.id, change) : known;
    const { enabled, rules } = (await ctx.workspace.projectConfig(worktree)).debrief;
    const wanted = ctx.config.debrief.enabled && enabled;
    const route = session ? await findLastRoute(ctx, session) : null;
    return { ...describeSession(ctx, wanted, session), route, rules, written };
  },
});

async function findLastRoute({ store }: { store: DeliveryStorage }, { id }: Session) {
  const deliveries = await store.listDeliveries(id);
  const routes = deliveries.flatMap(({ channel }) => ROUTES.find((route) => route === channel) ?? []);
  return routes.at(-1) ?? null;
}

function describeSession(
  ctx: Pick<Context, "agents" | "config" | "clock">,
  wanted: boolean,
  session: Session | undefined,
) {
  if (!session) return { enabled: wanted, session: null, ignoredInARow: 0, lastAt: null, passes: null };
  const debriefs = readDebriefs(session.capture, session);
  const { ignored: ignoredInARow, lastAt } = debriefs;
  const enabled = wanted && !debriefs.off && ignoredInARow < ctx.config.debrief.giveUpAfter;
  const settings = { ...ctx.config.debrief, enabled: wanted };
  const now = { at: ctx.clock(), stopHookActive: false, backgroundTasks: 0 };
  const decided = mayDebrief(now, { session, debriefs }, { settings, endsWithOurText: false });
  return {
    enabled,
    session: session.nativeId,
    ignoredInARow,
    lastAt,
    passes: cannotAsk(ctx, session) ?? (decided.debrief ? null : decided.reason),
  };
}

/** Why no stop of this session can be answered, whatever its turn was like; null if one can. */
function cannotAsk({ agents }: Pick<Context, "agents">, { agent, endedAt, capture }: Session): string | null {
  const { capabilities, title = agent } = agents.find(({ name }) => name === agent) ?? {};
  if (!capabilities?.blockStop) return `${title} cannot be asked at a stop`;
  if (endedAt !== null) return "the session has ended";
  return capture.paused ? "capture is paused" : null;
}

/** Writes proposed rules to a new `.holdfast.json`. Never changes an existing one, which belongs to the user. */
async function init(worktree: string): Promise<string> {
  const path = join(worktree, ".holdfast.json");
  const manifest = await readFile(join(worktree, "package.json"), "utf8").catch(() => "{}");
  const rules = proposeRules({ names: await readdir(worktree), manifest });
  const document = { debrief: { when: "actionable", rules } };
  try {
    await writeFile(path, `${JSON.stringify(document, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    throw initError(path, error);
  }
  return path;
}

function initError(path: string, error: unknown): HoldfastError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") {
    const next = 'Add "debrief": { "rules": […] } to it manually.';
    return new HoldfastError("conflict", `${path} already exists.`, { cause: error, next });
  }
  const why = fileReason(code) ?? (code || String(error));
  return new HoldfastError("conflict", `${path} cannot be written: ${why}.`, {
    cause: error,
    next: "Make its directory writable, and run the command again.",
  });
}
