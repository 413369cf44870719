import { existsSync, linkSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import type { AgentAdapter, ConversationPlace } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import type { Session } from "../kernel/record.ts";
import { isInside } from "../text/shown-path.ts";
import { mapDirectory } from "./map-directory.ts";

export type ConversationDeps = Pick<Context, "agents" | "home" | "configDirs" | "dataDirs" | "movedFiles">;

/**
 * Lets an agent that keeps conversations by their directories find one after the directory was renamed: the same file gets
 * a second name, so nothing is copied, and the first name goes on to work. `session` is from before. Returns the new path;
 * undefined if there is nothing to do.
 */
export function linkConversation(
  ctx: ConversationDeps,
  session: Session,
  move: DirectoryMove,
): string | undefined {
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  const { transcriptPath } = session;
  if (!adapter?.conversationFiles || transcriptPath === null) return undefined;
  const root = adapter.conversationFiles.root(ctx);
  const place = placeAfter(adapter, { session, transcriptPath, root, move });
  if (!place || !isInside(root, transcriptPath) || !existsSync(transcriptPath)) return undefined;
  const target = join(root, place.path);
  if (!isInside(root, target)) return undefined;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  if (place.marker) addMarker(join(root, place.marker.path), place.marker.text);
  return addName(transcriptPath, target) ? target : undefined;
}

/** False if another file has the name. A move that was cut off is repeated, so this one may have it already. */
function addName(file: string, name: string): boolean {
  if (!existsSync(name)) {
    linkSync(file, name);
    return true;
  }
  const [one, other] = [file, name].map((path) => statSync(path, { bigint: true }));
  return one?.ino === other?.ino && one?.dev === other?.dev;
}

interface Conversation {
  session: Session;
  transcriptPath: string;
  root: string;
  move: DirectoryMove;
}

/** Where it belongs now; undefined if where it is does not follow from its directory. */
function placeAfter(
  { conversationFiles, terminal }: AgentAdapter,
  { session: { cwd, startedIn }, transcriptPath, root, move }: Conversation,
): ConversationPlace | undefined {
  const path = relative(root, transcriptPath);
  const placeFor = (directory: string) => conversationFiles?.place({ path, directory, root });
  const directory = terminal.resumeDirectory?.({ cwd, transcriptPath }) ?? startedIn ?? cwd;
  if (placeFor(directory)?.path !== path) return undefined;
  const place = placeFor(mapDirectory(directory, move));
  return place?.path === path ? undefined : place;
}

/** Without it the client would not look there. */
function addMarker(path: string, text: string): void {
  if (!existsSync(path)) replaceFile(path, text);
}
