import { changedPaths } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonValue } from "../../kernel/json.ts";
import type { Checkpoint, Session } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionParent, SessionStorage } from "../../kernel/storage/session-storage.ts";
import { lastWorkedAt } from "../record/last-worked-at.ts";
import type { Section } from "../record/select-lines.ts";
import { recordPages } from "../work/show-work.ts";

/** What a list shows beside a session: its record, its newest turns, what it changed, and where it comes from. */
export interface SessionPreview {
  id: string;
  sections: Section[];
  /** The newest prompts, the newest last. */
  turns: { at: number; text: string }[];
  /** Changed files, relative to the worktree, the newest first. */
  files: string[];
  /** The session that it continues, then the one before that, and so on. */
  continues: Pick<SessionParent, "agent" | "nativeId" | "reason">[];
  /** Newest first. */
  checkpoints: Pick<Checkpoint, "id" | "name" | "trigger" | "createdAt">[];
  lastWorkedAt: number;
}

const TURNS = 5;
const FILES = 40;
const ANCESTORS = 5;
const CHECKPOINTS = 5;

type PreviewDeps = Pick<Context, "redactor"> & { store: SessionStorage & CheckpointStorage };

/** Undefined if the session is gone. `pause` lets others have their turn: all of it together takes long. */
export async function readSessionPreview(
  ctx: PreviewDeps,
  id: string,
  pause: () => Promise<void>,
): Promise<SessionPreview | undefined> {
  const session = await ctx.store.getSession(id);
  if (!session) return undefined;
  const { worktree } = session;
  const capture = await redactCapture(ctx, session.capture, pause);
  const [sections = []] = recordPages(capture, { worktree, noted: null });
  return {
    id,
    sections,
    turns: capture.prompts.slice(-TURNS).map(({ at, text }) => ({ at, text })),
    files: changedPaths(capture)
      .map((path) => (path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path))
      .toReversed()
      .slice(0, FILES),
    continues: await ancestorsOf(ctx, session),
    checkpoints: await checkpointsOf(ctx, id),
    lastWorkedAt: lastWorkedAt(session, capture),
  };
}

/** Values that are redacted at once. */
const AT_ONCE = 4;

/** Field by field, and long lists in slices: no field of a capture says what another one means. */
async function redactCapture({ redactor }: PreviewDeps, capture: Capture, pause: () => Promise<void>) {
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(capture)) {
    const slices: unknown[] = Array.isArray(value) && value.length > AT_ONCE ? slicesOf(value) : [value];
    const done = [];
    for (const slice of slices) {
      done.push(redactor.json({ [name]: slice as JsonValue })[name]);
      await pause();
    }
    redacted[name] = slices.length === 1 ? done[0] : done.flat();
  }
  return redacted as Capture;
}

function slicesOf(list: readonly unknown[]): unknown[][] {
  return Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, i) =>
    list.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
}

async function ancestorsOf({ store }: PreviewDeps, { id }: Session): Promise<SessionPreview["continues"]> {
  const ancestors: SessionParent[] = [];
  let at = id;
  while (ancestors.length < ANCESTORS) {
    const parent = (await store.listParents([at])).get(at);
    if (!parent) break;
    ancestors.push(parent);
    at = parent.id;
  }
  return ancestors;
}

async function checkpointsOf({ store, redactor }: PreviewDeps, sessionId: string) {
  const newest = await store.listCheckpoints({ sessionId, limit: CHECKPOINTS });
  return newest.map(({ id, name, trigger, createdAt }) => ({
    id,
    name: name === null ? null : redactor.text(name),
    trigger,
    createdAt,
  }));
}
