import { existsSync } from "node:fs";
import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { HoldfastError } from "../../../kernel/errors.ts";
import type { Session } from "../../../kernel/record.ts";
import { readTurns } from "../../../log/read-turns.ts";
import { loadOperation } from "../../../operations.ts";
import type { OperationName } from "../../../operations-by-name.ts";
import { readSessionRow } from "../../../recovery/browse/read-session-rows.ts";
import { surveyAgents } from "../../../setup/survey-agents.ts";
import { count } from "../../../text/phrases.ts";
import { toHoldfastError } from "../../error-body.ts";
import { escapeAll } from "../../escape-terminal.ts";
import { plainJson } from "../../plain-json.ts";
import { styleFor } from "../layout/style.ts";
import { render } from "../render/render.ts";
import type { Answer } from "./model/answered.ts";
import type { Request } from "./model/picker-state.ts";

/** Runs an operation for the picker, as the command line would. A failure is an answer too. */
export async function performRequest(ctx: Context, request: Request, columns: number): Promise<Answer> {
  try {
    const session = await ctx.store.getSession(request.id);
    if (!session) throw new HoldfastError("not_found", "This session is no longer in the store.");
    return await answerTo({ ctx: inWorktreeOf(ctx, session), session, columns }, request);
  } catch (error) {
    const { message, next } = toHoldfastError(error);
    return { request, type: "failed", text: `${message} ${next}`.trim() };
  }
}

interface RequestScope {
  ctx: Context;
  session: Session;
  columns: number;
}

/** Operations on files and records look at the directory that they are called in. */
function inWorktreeOf(ctx: Context, { worktree }: Session): Context {
  return existsSync(worktree) ? { ...ctx, caller: { ...ctx.caller, cwd: worktree } } : ctx;
}

async function answerTo(asked: RequestScope, request: Request): Promise<Answer> {
  switch (request.type) {
    case "record":
      return {
        request,
        type: "text",
        title: "Record",
        lines: await shown(asked, "resume", { id: request.id }),
      };
    case "diff":
      return await showChanges(asked, request);
    case "agents":
      return await listAgents(asked, request);
    case "turns":
      return await findTurns(asked, request);
    case "plan":
      return await planRestore(asked, request);
    case "restore": {
      const lines = await shown(asked, "restore", { ...restoreInput(request), yes: true });
      return { request, type: "text", title: "Restored", lines };
    }
    case "dismiss":
      return await dismiss(asked, request);
    case "name":
      return await saveName(asked, request);
  }
}

async function call({ ctx }: RequestScope, name: OperationName, input: object): Promise<unknown> {
  const operation = await loadOperation(name);
  return await operation?.call(ctx, input);
}

/** The output of an operation as the command line shows it, without colors. */
async function shown(asked: RequestScope, name: OperationName, input: object): Promise<string[]> {
  return toLines(asked, name, await call(asked, name, input));
}

function toLines({ ctx, columns }: RequestScope, name: OperationName, output: unknown): string[] {
  const how = { style: styleFor(false), now: ctx.clock(), columns };
  return render(name, escapeAll(plainJson(output)), how).flatMap((line) => line.split("\n"));
}

const Turns = z.object({ turns: z.array(z.object({ turn: z.number(), fileCount: z.number() })) });
const CHANGES = 20;
/** Turns that a person chooses from. */
const LISTED_TURNS = 8;
/** The turns among which those that changed files are looked for. */
const READ_TURNS = 200;

/** What the session changed in its files; where nothing was captured, how its newest checkpoint differs. */
async function showChanges(asked: RequestScope, request: Request): Promise<Answer> {
  const changes = await call(asked, "changes", { of: request.id, patch: true, limit: CHANGES });
  if (Turns.parse(changes).turns.length > 0)
    return { request, type: "text", title: "Changes", lines: toLines(asked, "changes", changes) };
  const [newest] = await asked.ctx.store.listCheckpoints({ sessionId: request.id, limit: 1 });
  if (!newest || newest.parentId === null)
    return { request, type: "failed", text: "No files of this session were captured." };
  return { request, type: "text", title: "Changes", lines: await shown(asked, "diff", { from: newest.id }) };
}

async function listAgents({ ctx, session }: RequestScope, request: Request): Promise<Answer> {
  const surveyed = await surveyAgents(ctx);
  const connected = surveyed.filter(({ isConnected }) => isConnected).map(({ adapter }) => adapter.name);
  return { request, type: "agents", agents: connected.filter((name) => name !== session.agent) };
}

async function findTurns(asked: RequestScope, request: Request): Promise<Answer> {
  const { turns } = Turns.parse(await call(asked, "changes", { of: request.id, limit: CHANGES }));
  const newest = turns.at(-1)?.turn;
  if (newest === undefined)
    return {
      request,
      type: "failed",
      text: "No files of this session were captured, so none can be restored.",
    };
  const prompts = await promptsOf(asked);
  const lines = turns
    .slice(-LISTED_TURNS)
    .toReversed()
    .map(({ turn, fileCount }) => `${turn} (${count(fileCount, "file")}): ${prompts.get(turn) ?? ""}`);
  return { request, type: "turns", newest: String(newest), lines };
}

async function promptsOf({ ctx, session }: RequestScope): Promise<ReadonlyMap<number, string>> {
  const turns = await readTurns(ctx, session, { before: undefined, limit: READ_TURNS });
  return new Map(turns.map(({ number, prompt }) => [number, ctx.redactor.text(prompt)]));
}

const Plan = z.object({
  counts: z.object({
    created: z.number(),
    changed: z.number(),
    deleted: z.number(),
    conflicts: z.number(),
  }),
});

async function planRestore(
  asked: RequestScope,
  request: Extract<Request, { turn: string }>,
): Promise<Answer> {
  const plan = await call(asked, "restore", { ...restoreInput(request), dryRun: true });
  const { created, changed, deleted, conflicts } = Plan.parse(plan).counts;
  const lines = toLines(asked, "restore", plan).filter((line) => !isAdvice(line));
  const running =
    asked.session.endedAt === null
      ? ["This session has not ended: its agent may be editing these files.", ""]
      : [];
  const files = created + changed + deleted;
  return { request, type: "plan", lines: [...running, ...lines], files, conflicts };
}

/** Options of the command line cannot be typed here: the help line shows the keys instead. */
function isAdvice(line: string): boolean {
  return /^To restore\b.*, add --/.test(line);
}

function restoreInput({ id, turn, overwrite }: Extract<Request, { turn: string }>) {
  return { target: turn, session: id, overwrite };
}

async function dismiss(asked: RequestScope, request: Extract<Request, { type: "dismiss" }>): Promise<Answer> {
  const { id, undo } = request;
  await call(asked, "dismiss", { earlier: id, undo });
  const text = undo
    ? "Brought back: a new session may continue it again."
    : "Dismissed: no session will receive its record. x brings it back.";
  return { request, type: "done", text, row: await readSessionRow(asked.ctx, id) };
}

async function saveName(asked: RequestScope, request: Extract<Request, { type: "name" }>): Promise<Answer> {
  const { id, name } = request;
  await call(asked, "save", { name, session: id });
  const text = `Saved as "${name}". It is kept until you delete it.`;
  return { request, type: "done", text, row: await readSessionRow(asked.ctx, id) };
}
