import type { Context } from "../kernel/context.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import type { Session } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import { writeSession } from "./change-session.ts";
import { type ConversationDeps, linkConversation } from "./link-conversation.ts";
import { mapCapture } from "./move-here.ts";

type Records = ProjectStorage & SessionStorage;
type MovedDeps = Pick<Context, "workspace" | "snapshots" | "remotes" | "processes" | "log"> &
  ConversationDeps & { store: Records & Transactions<Records> };

/** The newest sessions. What earlier ones captured keeps its old paths. */
const MAX_SESSIONS = 200;

/**
 * Goes on with the project of a directory that was renamed or moved: its sessions, captured files and remote belong to the
 * new path from then on. Returns whether it did. Never throws, since nothing depends on it.
 */
export async function followMovedProject(ctx: MovedDeps, cwd: string): Promise<boolean> {
  try {
    const { projectRoot } = await ctx.workspace.locate(cwd);
    if (await ctx.store.findProjectByRoot(projectRoot)) return false;
    const project = await findMoved(ctx, projectRoot);
    if (!project || (await isShared(ctx, project.id))) return false;
    const move = { from: project.root, to: projectRoot };
    // The database comes last: until it knows of the move, everything is repeated, which changes nothing.
    await ctx.snapshots.moveProject(move);
    await ctx.remotes.moveProject(move);
    await ctx.store.transaction((store) => moveRecords({ ...ctx, store }, project.id, move));
    return true;
  } catch (error) {
    ctx.log.error("moved project not followed", error);
    return false;
  }
}

/** A directory that can be reached by two paths, as a bind mount can, was not moved. */
async function findMoved({ workspace, store }: MovedDeps, root: string) {
  const directory = await workspace.directoryId(root);
  if (directory === null) return undefined;
  const project = await store.findProjectByDirectory(directory);
  if (!project || (await workspace.directoryId(project.root)) === directory) return undefined;
  return project;
}

/** A clone of another machine at the same path is the same project, and was not renamed. */
async function isShared({ store, processes }: MovedDeps, projectId: string): Promise<boolean> {
  const host = processes.host?.() ?? null;
  if (host === null) return false;
  const sessions = await store.listSessions({ projectId, limit: MAX_SESSIONS });
  return sessions.some((session) => session.host !== null && session.host !== host);
}

type RecordDeps = Omit<MovedDeps, "store"> & { store: Records };

/** The sessions are read before, since they say where their conversations are. */
async function moveRecords(ctx: RecordDeps, projectId: string, move: DirectoryMove): Promise<void> {
  const { store } = ctx;
  const newest = await store.listSessions({ projectId, limit: MAX_SESSIONS });
  const before = await store.getSessions(newest.map(({ id }) => id));
  await store.moveProject(projectId, move);
  for (const [id, session] of await store.getSessions([...before.keys()])) {
    const old = before.get(id) ?? session;
    const path = tryLink(ctx, old, move) ?? session.transcriptPath;
    const capture = { ...mapCapture(session.capture, move), transcriptPath: path };
    await writeSession(store, { ...session, transcriptPath: path, capture });
  }
}

/** The file system may have no hard links, or no space for one. */
function tryLink(ctx: RecordDeps, session: Session, move: DirectoryMove): string | undefined {
  try {
    return linkConversation(ctx, session, move);
  } catch (error) {
    ctx.log.error("conversation not found after a move", error);
    return undefined;
  }
}
