import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile, syncDirectory, temporaryBeside } from "../files/replace-file.ts";
import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import { type DirectoryMove, mapPath } from "../kernel/directory-move.ts";
import { mapDirectory } from "../sessions/map-directory.ts";
import { isInside } from "../text/shown-path.ts";
import type { BundledSession } from "./bundle/bundle-line.ts";
import { isSameLine, mapLine } from "./conversation-lines.ts";
import { placeStoredConversation } from "./place-stored-conversation.ts";
import type { PlacedConversation } from "./placed-conversation.ts";
import { linesOf } from "./read-conversation.ts";

type PlaceDeps = Pick<
  Context,
  "agents" | "home" | "configDirs" | "dataDirs" | "movedFiles" | "redactor" | "clients" | "paths"
>;

/**
 * Puts a conversation where its agent finds it. What is there already stays byte for byte, and only what is beyond it is
 * added. Undefined if the agent would not find it.
 */
export async function placeConversation(
  ctx: PlaceDeps,
  { session, path, move }: { session: BundledSession; path: string; move: DirectoryMove },
): Promise<PlacedConversation | undefined> {
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  const store = adapter?.conversationStore;
  if (adapter && store) return placeStoredConversation(ctx, { adapter, store, session, move });
  const place = adapter && placeOf(ctx, { adapter, session, path, move });
  if (!place) return undefined;
  return await placeFile(ctx, place, { session, move });
}

async function placeFile(
  ctx: Pick<Context, "redactor">,
  place: Place,
  { session, move }: { session: BundledSession; move: DirectoryMove },
): Promise<PlacedConversation> {
  const { target } = place;
  const before = await versionOf(target);
  const here = before === undefined ? undefined : linesOf(target);
  let isDiverged = false;
  let added: CopyTarget | undefined;
  const addLine = async (line: string) => {
    if (isDiverged) return;
    const known = added ? undefined : (await here?.next())?.value;
    if (known === undefined) {
      added ??= await beginCopy(place);
      await added.file.appendFile(`${line}\n`);
    } else isDiverged = !isSameLine(known, line, ctx.redactor);
  };
  return {
    path: target,
    add: async (part) => {
      for (const line of part.split("\n").slice(0, -1))
        await addLine(mapLine(line, (directory) => mapPath(directory, move)));
    },
    finish: async () => {
      if (!added) return isDiverged ? "diverged" : "same";
      if ((await versionOf(target)) === before) {
        await completeCopy(added, { target, seenAt: session.lastSeenAt });
        return "placed";
      }
      await dropCopy(added);
      return "diverged";
    },
    discard: async () => {
      await here?.return(undefined);
      if (added) await dropCopy(added);
    },
  };
}

/** Where the agent of this machine keeps the file; undefined if a bundle names a place outside of that. */
function placeOf(
  ctx: PlaceDeps,
  {
    adapter,
    session,
    path,
    move,
  }: { adapter: AgentAdapter; session: BundledSession; path: string; move: DirectoryMove },
): Place | undefined {
  if (!adapter.conversationFiles) return undefined;
  const root = adapter.conversationFiles.root(ctx);
  const { cwd, startedIn } = session;
  const began = adapter.terminal.resumeDirectory?.({ cwd, transcriptPath: join(root, path) });
  const directory = mapDirectory(began ?? startedIn ?? cwd, move);
  const found = adapter.conversationFiles.place({ path, directory, root });
  if (!found) return undefined;
  const target = join(root, found.path);
  const marker = found.marker && { path: join(root, found.marker.path), text: found.marker.text };
  return isInside(root, target) ? { target, marker } : undefined;
}

interface Place {
  target: string;
  /** A file without which the agent would not look there. */
  marker: { path: string; text: string } | undefined;
}

/** A copy of the file here, to which lines are added. */
interface CopyTarget {
  path: string;
  file: FileHandle;
}

async function beginCopy({ target, marker }: Place): Promise<CopyTarget> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (marker && !existsSync(marker.path)) replaceFile(marker.path, marker.text);
  const path = temporaryBeside(target);
  const added = { path, file: await open(path, "wx", 0o600) };
  try {
    await copyInto(added.file, target);
    return added;
  } catch (error) {
    await dropCopy(added);
    throw error;
  }
}

/** Unlike `write`, `appendFile` writes all of it or fails. A last line that a killed client did not complete is ended, as the client itself does. */
async function copyInto(file: FileHandle, target: string): Promise<void> {
  const source = await open(target).catch(() => undefined);
  if (!source) return;
  let last = 10;
  for await (const chunk of source.createReadStream() as AsyncIterable<Buffer>) {
    await file.appendFile(chunk);
    last = chunk.at(-1) ?? last;
  }
  if (last !== 10) await file.appendFile("\n");
}

/** The file is as old as what is in it, since a newer one looks as if somebody had gone on with the session here. */
async function completeCopy(
  { path, file }: CopyTarget,
  { target, seenAt }: { target: string; seenAt: number },
): Promise<void> {
  const seconds = Math.floor(seenAt / 1_000);
  await file.utimes(seconds, seconds);
  await file.sync();
  await file.close();
  await rename(path, target);
  syncDirectory(dirname(target));
}

async function dropCopy({ path, file }: CopyTarget): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}

async function versionOf(path: string): Promise<string | undefined> {
  return await stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => undefined,
  );
}
