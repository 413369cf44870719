import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Context } from "../kernel/context.ts";
import type { BundledSession } from "./bundle/bundle-line.ts";
import { mapLine } from "./conversation-lines.ts";
import { type Move, mapDirectory, mapInside } from "./map-directory.ts";

const CHUNK = 64 * 1024;

/** An agent's file that is being written on this machine. */
export interface PlacedConversation {
  path: string;
  add(part: string): Promise<void>;
  /**
   * The file appears, complete. `same`: it was there already. `diverged`: the one that is there goes on differently, and
   * is kept.
   */
  finish(): Promise<"placed" | "same" | "diverged">;
  discard(): Promise<void>;
}

/**
 * Begins to put a conversation where its agent finds it. Undefined if that agent would not find it.
 */
export async function placeConversation(
  ctx: Pick<Context, "agents" | "home" | "configDirs">,
  { session, path, move }: { session: BundledSession; path: string; move: Move },
): Promise<PlacedConversation | undefined> {
  const target = targetOf(ctx, { session, path, move });
  if (target === undefined) return undefined;
  const partial = `${target}.partial`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rm(partial, { force: true });
  const file = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
  await once(file, "open");
  const drop = async <T>(outcome: T): Promise<T> => {
    await rm(partial, { force: true });
    return outcome;
  };
  return {
    path: target,
    add: (part) => write(file, mapPart(part, move)),
    finish: async () => {
      await close(file);
      if (await isBeginning(partial, target)) return await drop("same");
      if (!(await isBeginning(target, partial))) return await drop("diverged");
      await rename(partial, target);
      return "placed";
    },
    discard: async () => {
      file.destroy();
      await drop(undefined);
    },
  };
}

/** Where the agent of this machine keeps the file; undefined if a bundle names a place outside of that. */
function targetOf(
  ctx: Pick<Context, "agents" | "home" | "configDirs">,
  { session, path, move }: { session: BundledSession; path: string; move: Move },
): string | undefined {
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  if (!adapter?.conversationFiles) return undefined;
  const root = adapter.conversationFiles.root(ctx);
  const { cwd, startedIn } = session;
  const began = adapter.terminal.resumeDirectory?.({ cwd, transcriptPath: join(root, path) });
  const directory = mapDirectory(began ?? startedIn ?? cwd, move);
  const place = adapter.conversationFiles.place({ path, directory });
  if (place === undefined) return undefined;
  const target = join(root, place);
  return relative(root, target).startsWith("..") ? undefined : target;
}

function mapPart(part: string, move: Move): string {
  const lines = part.split("\n");
  return lines.map((line) => mapLine(line, (directory) => mapInside(directory, move))).join("\n");
}

async function write(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, "drain");
}

async function close(file: WriteStream): Promise<void> {
  file.end();
  await once(file, "close");
}

/** Whether the whole of one file is how another begins. A missing one has no bytes. */
async function isBeginning(path: string, of: string): Promise<boolean> {
  const [one, other] = await Promise.all([path, of].map((each) => open(each).catch(() => undefined)));
  if (!one || !other) {
    await Promise.all([one?.close(), other?.close()]);
    return one === undefined;
  }
  try {
    for (;;) {
      const { buffer, bytesRead } = await one.read(Buffer.alloc(CHUNK), 0, CHUNK);
      if (bytesRead === 0) return true;
      const compared = await other.read(Buffer.alloc(bytesRead), 0, bytesRead);
      if (!buffer.subarray(0, bytesRead).equals(compared.buffer.subarray(0, compared.bytesRead)))
        return false;
    }
  } finally {
    await one.close();
    await other.close();
  }
}
