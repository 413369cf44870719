import { dirname, resolve } from "node:path";
import * as z from "zod";
import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope } from "../kernel/event-handler.ts";
import type { GitLocation } from "../kernel/ports/workspace.ts";

/** The worktrees of the newest turn of a session. */
export interface TurnWorktrees {
  /** Where it works. */
  working: readonly string[];
  /** Where the turns before worked. Their files were captured at its prompt. */
  left: readonly string[];
}

/** Empty for the worktree where the session began alone. */
const turnWorktrees = defineSlice<{ working: string[]; left: string[] }>({
  name: "turn-worktrees",
  version: 2,
  schema: z.object({ working: z.array(z.string()), left: z.array(z.string()) }),
  empty: { working: [], left: [] },
});

type TurnScope = Pick<EventScope<AgentEvent>, "session" | "capture">;

export function readTurnWorktrees({ session, capture }: TurnScope): TurnWorktrees {
  const { working, left } = turnWorktrees.read(capture);
  return { working: working.length === 0 ? [session.worktree] : working, left };
}

export function writeTurnWorktrees({ session, capture }: TurnScope, found: TurnWorktrees): Capture {
  const isHome = found.working.every((each) => each === session.worktree);
  const kept = { working: isHome ? [] : [...found.working], left: [...found.left] };
  const before = turnWorktrees.read(capture);
  const isEmpty = [kept, before].every(({ working, left }) => working.length + left.length === 0);
  return isEmpty ? capture : turnWorktrees.write(capture, kept);
}

type LocatingDeps = Pick<Context, "workspace">;
type LocationScope<Event extends AgentEvent> = Pick<EventScope<Event>, "event" | "session">;

/**
 * The worktree in which an event happened: an agent may move from the one where its session began to another one, of the
 * same repository or not. The former if it happened outside of any repository.
 */
export async function worktreeOf(
  { workspace }: LocatingDeps,
  { event: { cwd }, session: { worktree: home, startedIn } }: LocationScope<AgentEvent>,
): Promise<string> {
  if (cwd === startedIn || cwd === home) return home;
  return (await findRepository(workspace, cwd)) ?? home;
}

/** The worktrees in which a tool changed a file or to which a command went, and those of this repository that it names. */
export async function namedWorktrees(
  { workspace }: LocatingDeps,
  { event: { cwd, facts, command = "" }, session }: LocationScope<EventOf<"tool_use" | "subagent_tool_use">>,
): Promise<string[]> {
  const changed = facts.flatMap((fact) => (fact.type === "file_changed" ? [resolve(cwd, fact.path)] : []));
  const lines = [command, ...facts.flatMap((fact) => (fact.type === "command_run" ? [fact.command] : []))];
  const words = lines.map(wordsOf);
  const named = [...changed, ...words.flat().map((word) => resolve(cwd, word))];
  if (named.length === 0) return [];
  const worktrees = await workspace.worktreesOf(session.worktree);
  // One may be inside another.
  const deepest = worktrees.toSorted((a, b) => b.length - a.length);
  const containing = (path: string) => deepest.find((each) => `${path}/`.startsWith(`${each}/`)) ?? [];
  const gone = words.flatMap(directoriesOf).map((directory) => resolve(cwd, directory));
  const others = [...new Set([...changed.map((path) => dirname(path)), ...gone])].slice(0, MOST_LOCATED);
  const found = await Promise.all(others.map(async (each) => (await findRepository(workspace, each)) ?? []));
  return [...new Set([...found.flat(), ...named.flatMap(containing)])];
}

/** What a single call goes to or changes is rarely in more directories. */
const MOST_LOCATED = 20;

/** The worktree of the repository in which a directory is. */
async function findRepository(
  workspace: Context["workspace"],
  directory: string,
): Promise<string | undefined> {
  const found = await workspace.locate(directory);
  return isRepository(found) ? found.worktree : undefined;
}

export function isRepository({ head, branch }: Pick<GitLocation, "head" | "branch">): boolean {
  return head !== null || branch !== null;
}

const GOES_TO: ReadonlySet<string> = new Set(["cd", "pushd", "-C"]);

/** Programs and their data are often in repositories, too, so a directory that a command only names does not count. */
function directoriesOf(words: readonly string[]): string[] {
  return words.filter((_, index) => GOES_TO.has(words[index - 1] ?? ""));
}

/** Longer lines are scripts. */
const LONGEST = 16_384;

function wordsOf(line: string): string[] {
  return line.slice(0, LONGEST).match(/[^\s"'`=;&|()<>]+/g) ?? [];
}
