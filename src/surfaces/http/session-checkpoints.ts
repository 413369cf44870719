import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Hono } from "hono";
import * as z from "zod";
import { findSession } from "../../checkpoints/named-session.ts";
import { loadState } from "../../checkpoints/state/load/load-state.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Checkpoint, Session } from "../../kernel/record.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { jsonResponse } from "./json-response.ts";
import { rateLimit } from "./rate-limit.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

const Query = z.object({
  project: z
    .string()
    .max(4_096)
    .refine((path) => isAbsolute(path) && !path.includes("\0")),
  limit: z.coerce
    .number()
    .int()
    .catch(10)
    .transform((limit) => Math.min(100, Math.max(1, limit))),
});
const SessionKey = z.string().min(1).max(128);

const MAX_PER_SESSION = 500;
const PER_MINUTE = 600;

/** The read-only routes of S6, S35 and S36, under their names. */
export function addSessionCheckpointRoutes(app: Hono, ctx: Context): void {
  const allow = rateLimit(ctx.clock, PER_MINUTE);
  app.get("/api/checkpoints", async (c) => {
    allow();
    const query = Query.safeParse(c.req.query());
    if (!query.success)
      throw new HoldfastError("invalid_input", "Pass the project: ?project=/path/of/project&limit=10.");
    const { projectRoot } = await ctx.workspace.locate(resolved(query.data.project));
    const project = await ctx.store.findProjectByRoot(projectRoot);
    const found = project
      ? await ctx.store.listCheckpoints({ projectId: project.id, limit: query.data.limit })
      : [];
    return jsonResponse({ checkpoints: await rows(ctx, found) });
  });
  app.get("/api/checkpoints/:sessionKey", async (c) => {
    allow();
    const key = SessionKey.safeParse(c.req.param("sessionKey"));
    if (!key.success) throw new HoldfastError("invalid_input", "A session key has at most 128 characters.");
    const session = await findSession(ctx, key.data);
    const filter = { sessionId: session?.id ?? "", limit: MAX_PER_SESSION };
    return jsonResponse({
      checkpoints: session ? await rows(ctx, await ctx.store.listCheckpoints(filter)) : [],
    });
  });
  for (const path of ["/api/checkpoints", "/api/checkpoints/:sessionKey"])
    refuseOtherMethods(app, path, ["GET"]);
}

async function rows(
  { store, redactor }: Pick<Context, "redactor"> & { store: NodeStorage & SessionStorage },
  checkpoints: readonly Checkpoint[],
) {
  const known = new Map<string, Session | undefined>();
  const shown: object[] = [];
  for (const checkpoint of checkpoints) {
    const { sessionId } = checkpoint;
    if (sessionId !== null && !known.has(sessionId)) known.set(sessionId, await store.getSession(sessionId));
    const session = sessionId === null ? undefined : known.get(sessionId);
    shown.push({ ...row(checkpoint, session), ...(await accumulated(store, checkpoint)) });
  }
  return redactor.json(shown as never);
}

const Accumulated = z.object({
  queries: z.array(z.string()).catch([]),
  remembered: z.array(z.string()).catch([]),
});

/** Null if nothing was recorded or the state cannot be read. */
async function accumulated(store: NodeStorage, { stateRoot }: Checkpoint) {
  const state = await loadState(stateRoot, (keys) => store.getNodes(keys)).catch(() => ({}));
  const { queries, remembered } = Accumulated.safeParse(state).data ?? { queries: [], remembered: [] };
  const orNull = (items: string[]) => (items.length > 0 ? items : null);
  return { memory_queries: orNull(queries), recent_remembers: orNull(remembered) };
}

const TRIGGERS: Partial<Record<Checkpoint["trigger"], string>> = { pre_compact: "pre_compaction" };

function row(checkpoint: Checkpoint, session: Session | undefined) {
  return {
    id: checkpoint.id,
    session_key: session?.nativeId ?? null,
    harness: checkpoint.agent,
    project: checkpoint.worktree,
    project_normalized: resolved(checkpoint.worktree),
    trigger: TRIGGERS[checkpoint.trigger] ?? checkpoint.trigger,
    digest: checkpoint.digest ?? "",
    prompt_count: session ? (checkpoint.stepNumber ?? 0) : 0,
    created_at: new Date(checkpoint.createdAt).toISOString(),
  };
}

/** The real path, or the text itself if it does not exist (S16). */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
