import { basename, dirname } from "node:path";
import * as z from "zod";
import type { ConversationStore } from "../../kernel/agent/conversation-store.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { queryDatabase } from "../files/query-database.ts";
import { readSession, type StoredMessage } from "./transcript/database.ts";

/** Many times what a conversation of days has. */
const MAX_MESSAGES = 20_000;

const Id = z.string().regex(/^[\w-]{1,80}$/);
const Revert = z.object({ messageID: Id, partID: Id.optional() });
/**
 * What a conversation is, in the form of `opencode export`. What belongs to the other machine is not among it: the project, the
 * address of a shared copy, and what a person permitted there.
 */
const Info = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  version: z.string(),
  agent: z.string().optional().catch(undefined),
  model: z.object({ id: z.string(), providerID: z.string(), variant: z.string().optional() }).optional(),
  cost: z.number(),
  tokens: z.object({
    input: z.number(),
    output: z.number(),
    reasoning: z.number(),
    cache: z.object({ read: z.number(), write: z.number() }),
  }),
  revert: Revert.optional().catch(undefined),
  time: z.object({ created: z.number(), updated: z.number() }),
});
const Message = z.object({
  info: z.looseObject({ id: Id, role: z.enum(["user", "assistant"]) }),
  parts: z.array(z.looseObject({ id: Id, type: z.string() })),
});

const json = z.string().transform(tryParseJson);
const Row = z.looseObject({
  agent: z.string().nullish(),
  model: json.nullish().catch(null),
  revert: json.nullish().catch(null),
});

/** Reads the database, since the client takes seconds to export one conversation. What `opencode import` accepts is the same. */
export async function readConversation(path: string): Promise<JsonObject[] | undefined> {
  const row = queryDatabase(dirname(path), (opened) =>
    opened.prepare("select * from session where id = ?").get(basename(path)),
  );
  const info = Info.safeParse(infoOf(Row.safeParse(row).data ?? {})).data;
  const session = info && readSession(path, MAX_MESSAGES);
  if (!session || session.cut) return undefined;
  const messages = session.messages.flatMap((message) => Message.safeParse(portable(message)).data ?? []);
  return [info, ...messages] as JsonObject[];
}

function infoOf(row: Readonly<Record<string, unknown>>): object {
  return {
    ...row,
    agent: row["agent"] ?? undefined,
    model: row["model"] ?? undefined,
    revert: row["revert"] ?? undefined,
    tokens: {
      input: row["tokens_input"],
      output: row["tokens_output"],
      reasoning: row["tokens_reasoning"],
      cache: { read: row["tokens_cache_read"], write: row["tokens_cache_write"] },
    },
    time: { created: row["time_created"], updated: row["time_updated"] },
  };
}

function portable({ id, data, parts }: StoredMessage): object {
  return {
    info: { ...asObject(data), id },
    parts: parts.map((part) => ({ ...portablePart(part.data), id: part.id })),
  };
}

/** A provider signs its reasoning, and refuses a signature that was redacted. It does without one. */
function portablePart(data: unknown): object {
  const { metadata, ...part } = asObject(data);
  return part["type"] === "reasoning" || metadata === undefined ? part : { ...part, metadata };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export const marksOf: ConversationStore["marksOf"] = async ([, ...messages]) =>
  messages.flatMap((each) => {
    const { info, parts } = Message.safeParse(each).data ?? {};
    return info && parts ? [info.id, ...parts.map(({ id }) => id)] : [];
  });

/** Each message and part belongs to this session, whatever it says. The client sets the project and the directory. */
export const toFile: ConversationStore["toFile"] = async ([first, ...rest], { nativeSession, directory }) => {
  const info = Info.safeParse(first).data;
  if (info?.id !== nativeSession) return undefined;
  const messages = rest.flatMap((each) => Message.safeParse(each).data ?? []);
  if (messages.length < rest.length) return undefined;
  const sessionID = nativeSession;
  return {
    info: { ...info, projectID: "global", directory },
    messages: messages.map(({ info: message, parts }) => ({
      info: { ...moved(message, directory), sessionID },
      parts: parts.map((part) => ({ ...part, sessionID, messageID: message.id })),
    })),
  } as JsonObject;
};

/** An answer names the directory in which it was given. */
function moved(message: z.infer<typeof Message>["info"], directory: string): object {
  return message["path"] === undefined ? message : { ...message, path: { cwd: directory, root: directory } };
}
