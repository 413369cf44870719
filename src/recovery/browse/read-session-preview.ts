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

/** Undefined if the session is gone. */
export async function readSessionPreview(ctx: PreviewDeps, id: string): Promise<SessionPreview | undefined> {
  const session = await ctx.store.getSession(id);
  if (!session) return undefined;
  const { worktree } = session;
  const capture = ctx.redactor.json(session.capture as JsonValue) as Capture;
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
