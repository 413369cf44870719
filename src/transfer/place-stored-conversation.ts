import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { partialBeside, removeLeftPartials } from "../files/partial-file.ts";
import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { ConversationStore } from "../kernel/agent/conversation-store.ts";
import type { Context } from "../kernel/context.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import type { JsonValue } from "../kernel/json.ts";
import { mapDirectory } from "../sessions/map-directory.ts";
import { tryParseJson } from "../text/json-text.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import type { BundledSession } from "./bundle/bundle-line.ts";
import type { PlacedConversation } from "./placed-conversation.ts";

/** It is passed to the client as a whole. */
const MAX_CHARACTERS = 256 * 2 ** 20;

type StoreDeps = Pick<Context, "clients" | "home" | "dataDirs" | "movedFiles" | "paths">;

interface IncomingConversation {
  adapter: AgentAdapter;
  store: ConversationStore;
  session: Pick<BundledSession, "nativeId" | "cwd" | "startedIn">;
  move: DirectoryMove;
}

/** Has the client itself add a conversation to its database, if that has none of it, or only its beginning. */
export function placeStoredConversation(ctx: StoreDeps, incoming: IncomingConversation): PlacedConversation {
  const { store, session } = incoming;
  const path = store.pathOf(ctx, session.nativeId);
  let text = "";
  let isTooLarge = false;
  return {
    path,
    add: async (part) => {
      isTooLarge ||= text.length + part.length > MAX_CHARACTERS;
      text = isTooLarge ? "" : text + part;
    },
    finish: async () => {
      if (isTooLarge) return { problem: `${about(incoming)} is too large.` };
      const conversation = text
        .trimEnd()
        .split("\n")
        .map((line) => tryParseJson(line) as JsonValue);
      const here = new Set(await store.marksOf((await store.read(path)) ?? []));
      const marks = await store.marksOf(conversation);
      if (marks.every((mark) => here.has(mark))) return "same";
      const arriving = new Set(marks);
      if ([...here].some((mark) => !arriving.has(mark))) return "diverged";
      return await addByClient(ctx, incoming, { conversation, marks });
    },
    discard: async () => {},
  };
}

async function addByClient(
  ctx: StoreDeps,
  incoming: IncomingConversation,
  { conversation, marks }: { conversation: readonly JsonValue[]; marks: readonly string[] },
): ReturnType<PlacedConversation["finish"]> {
  const { store, session, move, adapter } = incoming;
  const mapped = mapDirectory(session.startedIn ?? session.cwd, move);
  const directory = existsSync(mapped) ? mapped : move.to;
  const content = await store.toFile(conversation, { nativeSession: session.nativeId, directory });
  if (!content) return { problem: `${about(incoming)} cannot be read.` };
  removeLeftPartials(ctx.paths.state);
  const file = partialBeside(join(ctx.paths.state, "conversation.json"));
  try {
    await writeFile(file, JSON.stringify(content), { flag: "wx", mode: 0o600 });
    const { state, said } = await ctx.clients.run(store.add(file), directory);
    if (state === "missing")
      return {
        problem: `${about(incoming)} needs \`${adapter.command}\`, which is not on the PATH here: install it, then import a bundle of the session.`,
      };
    // What the client says of itself is not enough.
    const here = new Set(await store.marksOf((await store.read(store.pathOf(ctx, session.nativeId))) ?? []));
    if (marks.every((mark) => here.has(mark))) return "placed";
    return { problem: `${about(incoming)} was not taken over by \`${adapter.command}\`: ${said}` };
  } finally {
    await rm(file, { force: true });
  }
}

function about({ session }: IncomingConversation): string {
  return `The conversation of session ${shortSessionId(session.nativeId)}`;
}
