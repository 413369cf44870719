import { randomUUID } from "node:crypto";
import * as z from "zod";
import { recordRestartPrompt } from "../../debrief/debrief-state.ts";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import { isNativeId, resumeCommand } from "../../kernel/agent/resume-command.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { endedAtOnce } from "../../kernel/ports/terminals.ts";
import type { Session } from "../../kernel/record.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import type { Transactions } from "../../kernel/storage/transactions.ts";
import { changeSession } from "../../sessions/change-session.ts";
import { PLACEHOLDER_ID } from "../../sessions/find-launch-host.ts";
import { deliverWithRetries, ROUTES } from "../deliver-prompt.ts";
import { findLaunched } from "../find-launched.ts";
import { attachCommand, type LaunchedAgent, readLaunched } from "../launched.ts";
import { recordLaunch } from "../record-launch.ts";
import { restartPrompt } from "../restart-prompt.ts";
import { waitForPane } from "../wait-for-pane.ts";

/** Time until a started agent reads typed input (T31). */
const BEFORE_PROMPT_MS = 5_000;
export const restart = defineOperation({
  name: "restart",
  group: "sessions",
  summary: "Restart a launched agent in its conversation",
  positional: ["session"],
  readOnly: false,
  destructive: true,
  input: z.object({
    session: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe("Id of a launched session (default: the only one running here)"),
  }),
  output: z.object({
    session: z.string(),
    pid: z.number(),
    attach: z.string(),
    /** Whether the agent was started without a conversation, since there was none to resume. */
    fresh: z.boolean(),
    /** The channel that delivered the restart prompt; null if none could, and then `problem` says why. */
    route: z.enum(ROUTES).nullable(),
    problem: z.string().nullable(),
    ok: z.boolean(),
  }),
  async run(ctx, { session: key }) {
    await ctx.drain();
    const { session, launched } = await findRestartable(ctx, key);
    const resumed = hasConversation(session) ? await resume(ctx, session, launched) : undefined;
    const row = resumed ?? (await startFresh(ctx, session, launched));
    const delivery = resumed ? await sendRestartPrompt(ctx, resumed) : { route: null, problem: null };
    return {
      session: row.id,
      pid: row.pid ?? 0,
      attach: attachCommand(readLaunched(row) ?? launched),
      fresh: resumed === undefined,
      ...delivery,
      ok: delivery.problem === null,
    };
  },
});

/** Agents store a conversation only from its first prompt on. */
function hasConversation({ nativeId, promptCount }: Session): boolean {
  return !nativeId.startsWith(PLACEHOLDER_ID) && isNativeId(nativeId) && promptCount > 0;
}

/** Undefined if the agent exits within seconds: the conversation no longer exists. */
async function resume(ctx: Context, session: Session, launched: LaunchedAgent): Promise<Session | undefined> {
  const command = resumeCommand(findAgent(ctx, session.agent).terminal, session.nativeId, launched.args);
  const relaunched = await replaceAgent(ctx, session, { launched, command }).catch(undefinedIfEnded);
  if (!relaunched) return undefined;
  const row = await recordRestart(ctx, session, restartedRow(relaunched));
  await ctx.sleep(BEFORE_PROMPT_MS);
  return ctx.processes.startTime(relaunched.root.pid) === relaunched.root.startTime ? row : undefined;
}

/** Catches only an early exit. Other failures, such as those of tmux, would occur again. */
function undefinedIfEnded(error: unknown): undefined {
  if (error instanceof HoldfastError && error.details["endedAtOnce"] !== undefined) return undefined;
  throw error;
}

/**
 * Starts the agent without a conversation. A session without prompts continues. A session with prompts is followed by a
 * new one, which then receives its record.
 */
async function startFresh(ctx: Context, session: Session, launched: LaunchedAgent): Promise<Session> {
  const { command, nativeSession } = findAgent(ctx, session.agent).terminal.start(launched.args, randomUUID);
  const relaunched = await replaceAgent(ctx, session, {
    launched: currentLaunch(await ctx.store.getSession(session.id), launched),
    command,
  });
  await ctx.sleep(BEFORE_PROMPT_MS);
  if (ctx.processes.startTime(relaunched.root.pid) !== relaunched.root.startTime) throw endedAtOnce(command);
  const isNew = session.promptCount > 0;
  const id = isNew ? ctx.newId("ses") : session.id;
  const nativeId = nativeSession ?? `${PLACEHOLDER_ID}${id}`;
  if (isNew)
    return await recordLaunch(ctx, { agent: session.agent, nativeSession: nativeId, id }, relaunched);
  return await recordRestart(ctx, session, { ...restartedRow(relaunched), nativeId });
}

/** A failed attempt may have changed the pane. */
function currentLaunch(session: Session | undefined, launched: LaunchedAgent): LaunchedAgent {
  return (session && readLaunched(session)) ?? launched;
}

async function findRestartable(
  ctx: Pick<Context, "agents" | "caller" | "processes" | "workspace"> & { store: SessionStorage },
  key: string | undefined,
) {
  const session = await findLaunched(ctx, key);
  const launched = readLaunched(session);
  if (!launched) {
    throw new HoldfastError("not_supported", `Session ${session.id} was not started by Holdfast.`, {
      next: "Stop it yourself, and start it with `holdfast launch` next time.",
    });
  }
  return { session, launched };
}

/** Ends the agent and runs the command in its pane, or in a new pane if the old one no longer exists. */
async function replaceAgent(
  ctx: Pick<Context, "sleep" | "terminals" | "processes">,
  session: Session,
  { launched, command }: { launched: LaunchedAgent; command: string[] },
): Promise<LaunchedAgent> {
  const { root, cwd, name } = launched;
  const end = () => endAll(ctx, session, launched);
  const view = await ctx.terminals.view(launched.pane);
  // A program that exited at once leaves a dead pane.
  if (view && (view.pid === root.pid || view.isDead)) {
    await ctx.terminals.replace(launched.pane, { command, end });
    return { ...launched, root: await waitForPane(ctx, launched.pane, command) };
  }
  await end();
  const pane = await ctx.terminals.open({ name, command, cwd });
  return { ...launched, pane, root: await waitForPane(ctx, pane, command) };
}

/** Ends the agent first: a launcher that waits for it then exits on its own. */
async function endAll(
  ctx: Pick<Context, "processes" | "sleep">,
  { pid, pidStart }: Session,
  { root }: LaunchedAgent,
): Promise<void> {
  if (pid !== null && pidStart !== null) await endProcess(ctx, { pid, startTime: pidStart });
  await endProcess(ctx, root);
}

function restartedRow(launched: LaunchedAgent) {
  const { pid, startTime: pidStart } = launched.root;
  return { pid, pidStart, launch: JSON.stringify(launched), endedAt: null, endReason: null };
}

async function recordRestart(
  ctx: { store: Transactions<SessionStorage> },
  { id }: Session,
  row: Partial<Session>,
): Promise<Session> {
  return await updateSession(ctx, id, ({ incarnation }) => ({ ...row, incarnation: incarnation + 1 }));
}

/** Sends the prompt however short the last turn was (T31). The agent's answer to it is not debriefed. */
async function sendRestartPrompt(ctx: Context, session: Session) {
  const [newest] = await ctx.store.listCheckpoints({ sessionId: session.id, limit: 1 });
  const text = ctx.redactor.text(restartPrompt(session.capture, newest?.id ?? null));
  const outcome = await deliverWithRetries(ctx, session, text);
  if ("problem" in outcome) return { route: null, problem: outcome.problem };
  await updateSession(ctx, session.id, (now) => ({
    capture: recordRestartPrompt(now.capture, now, ctx.clock()),
  }));
  return { route: outcome.route, problem: null };
}

async function updateSession(
  ctx: { store: Transactions<SessionStorage> },
  id: string,
  change: (session: Session) => Partial<Session>,
): Promise<Session> {
  const written = await changeSession(ctx, id, (now) => ({ ...now, ...change(now) }));
  if (written) return written;
  throw new HoldfastError("not_found", `Session ${id} no longer exists.`, {
    next: "Start a new one with `holdfast launch <agent>`.",
  });
}

const TIMEOUT_MS = 5_000;
const POLL_MS = 100;

/** Ends the process, but only if its start time matches: sends SIGTERM first, then SIGKILL. */
async function endProcess(
  ctx: Pick<Context, "processes" | "sleep">,
  process: { pid: number; startTime: string },
): Promise<void> {
  const isGone = () => ctx.processes.startTime(process.pid) !== process.startTime;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    ctx.processes.signal(process, signal);
    for (let waited = 0; waited < TIMEOUT_MS && !isGone(); waited += POLL_MS) await ctx.sleep(POLL_MS);
    if (isGone()) return;
  }
  throw new HoldfastError("conflict", `Process ${process.pid} is still running after SIGKILL.`, {
    next: `Check it with \`ps -o stat,user -p ${process.pid}\`; another user may have to end it.`,
  });
}
