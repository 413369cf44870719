import { dirname, join } from "node:path";
import { namesIn } from "../files/read-small-file.ts";
import type { Context } from "../kernel/context.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import type { Project, Session } from "../kernel/record.ts";
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
/** More directories than these are not looked at. */
const MAX_BESIDE = 2_000;

/**
 * Goes on with the project of a directory that was renamed or moved: its sessions, captured files and remote belong to the
 * new path from then on, also if another directory took the old path and is used first. Returns whether it did. Never throws, since nothing depends on it.
 */
export async function followMovedProject(ctx: MovedDeps, cwd: string): Promise<boolean> {
  try {
    const found = await findAt(ctx, cwd);
    if (!found || (await isShared(ctx, found.project.id))) return false;
    const { project, to } = found;
    const move = { from: project.root, to };
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

interface MovedProject {
  project: Project;
  /** Where its directory is now. */
  to: string;
}

async function findAt(ctx: MovedDeps, cwd: string): Promise<MovedProject | undefined> {
  const { projectRoot } = await ctx.workspace.locate(cwd);
  const known = await ctx.store.findProjectByRoot(projectRoot);
  return known ? await findReplaced(ctx, known) : await findMoved(ctx, projectRoot);
}

/** A directory that can be reached by two paths, as a bind mount can, was not moved. */
async function findMoved({ workspace, store }: MovedDeps, root: string): Promise<MovedProject | undefined> {
  const directory = await workspace.directoryId(root);
  if (directory === null) return undefined;
  const project = await store.findProjectByDirectory(directory);
  if (!project || (await workspace.directoryId(project.root)) === directory) return undefined;
  return { project, to: root };
}

/**
 * Another directory is at the path of a project, such as a new clone, while its own got another name beside it. Otherwise
 * the new one would go on with the record, and what was captured in both would be mixed. A directory that is not beside it
 * may have been deleted as well: then the new one goes on.
 */
async function findReplaced(
  { workspace, store }: MovedDeps,
  project: Project,
): Promise<MovedProject | undefined> {
  const { root, directory } = project;
  const here = await workspace.directoryId(root);
  if (directory === null || here === null || here === directory) return undefined;
  // Outside of git, a session that is open here would no longer be captured.
  const { head, branch } = await workspace.locate(root);
  if (head === null && branch === null) return undefined;
  const beside = namesIn(dirname(root)).slice(0, MAX_BESIDE);
  for (const name of beside) {
    const to = join(dirname(root), name);
    if ((await workspace.directoryId(to)) !== directory) continue;
    const isOwn = (await workspace.locate(to)).projectRoot === to && !(await store.findProjectByRoot(to));
    return isOwn ? { project, to } : undefined;
  }
  return undefined;
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
