import { existsSync } from "node:fs";
import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import type { NamedOperation } from "../../operations-by-name.ts";

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 50;
const SHORT_ID = "chk_".length + 8;

/**
 * Suggests ids, names, agents or allowed values for the last word. `words` is the command line after `holdfast`. Stored
 * names may be hostile. They are returned unquoted: the shell's own script quotes them.
 */
export async function completeWords(
  ctx: Context,
  operations: readonly NamedOperation[],
  words: readonly string[],
): Promise<string[]> {
  const [name, ...given] = words;
  const operation = operations.find((each) => each.name === name);
  const field = operation && fieldAt(operation, given.slice(0, -1));
  if (!operation || field === undefined) return [];
  const found = allowedWords(operation, field) ?? (await sourceOf(operation, field)(ctx));
  return [...new Set(found)].filter((word) => word !== "" && !/\p{C}/u.test(word)).slice(0, MAX_SUGGESTIONS);
}

/** The field that the next word belongs to: that of the option before it, or the next positional one. */
function fieldAt({ input, positional }: NamedOperation, before: readonly string[]): string | undefined {
  const option = optionField(before.at(-1));
  const takesValue = (field: string | undefined) => {
    const type = field === undefined ? undefined : (input.shape[field] as z.ZodType | undefined);
    return type !== undefined && type.safeParse(undefined).data !== false;
  };
  if (takesValue(option)) return option;
  const positionals = before.filter(
    (word, i) => !word.startsWith("-") && !takesValue(optionField(before[i - 1])),
  );
  // A list takes all remaining words.
  const last = positional.at(-1);
  const isList = last !== undefined && (input.shape[last] as z.ZodType).safeParse([]).success;
  return positional[positionals.length] ?? (isList ? last : undefined);
}

function optionField(word = ""): string | undefined {
  const [, name] = /^--([a-z][a-z-]*)$/.exec(word) ?? [];
  return name?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function allowedWords({ input }: NamedOperation, field: string): string[] | undefined {
  const type = input.shape[field] as z.ZodType;
  const { enum: allowed } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return allowed?.map(String);
}

type Source = (ctx: Context) => Promise<string[]>;

function sourceOf({ name }: NamedOperation, field: string): Source {
  if (["agent", "agents", "in"].includes(field)) return async ({ agents }) => agents.map((each) => each.name);
  if (field === "session" || name === "continue") return stored(sessionIds);
  if (name === "forget") return stored(noteIds);
  if (field === "project") return stored(projectNames);
  // Its pages continue after a position, not after a checkpoint.
  if (name === "log") return async () => [];
  if (["id", "from", "to", "after", "parent"].includes(field)) return stored(checkpointWords);
  return async () => [];
}

/** Completion must not create a database. */
function stored(source: (ctx: Context, projectId: string) => Promise<string[]>): Source {
  return async (ctx) => {
    if (ctx.config.store.url === undefined && !existsSync(ctx.paths.database)) return [];
    const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
    const project = await ctx.store.findProjectByRoot(projectRoot);
    return project ? await source(ctx, project.id) : [];
  };
}

async function checkpointWords({ store }: Context, projectId: string): Promise<string[]> {
  const found = await store.listCheckpoints({ projectId, includeTrashed: true, limit: MAX_SUGGESTIONS / 2 });
  const names = found.flatMap(({ name }) => name ?? []);
  return [...names, ...found.map(({ id }) => id.slice(0, SHORT_ID))];
}

async function sessionIds({ store, workspace, caller }: Context): Promise<string[]> {
  const { worktree } = await workspace.locate(caller.cwd);
  return (await store.listSessions({ worktree, limit: MAX_SUGGESTIONS })).map(({ id }) => id);
}

async function projectNames({ store }: Context): Promise<string[]> {
  return ["all", ...(await store.listProjects(MAX_SUGGESTIONS)).map(({ name }) => name)];
}

async function noteIds({ store }: Context, projectId: string): Promise<string[]> {
  return (await store.findMemories(projectId, [], MAX_SUGGESTIONS)).map(({ id }) => id);
}
