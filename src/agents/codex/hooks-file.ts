import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { hookLine, hookTimeout } from "../hook-command.ts";

/** Seconds. The client allows no more at the end of a session. */
const END_TIMEOUT = 3;
/**
 * Without a limit the client cuts the middle out of texts above 10,000 bytes. This is enough for 10,000 characters of
 * any script.
 */
const CONTEXT_LIMIT = 40_000;

/** What our hooks depend on. */
export type HooksSetup = Pick<ClientSetup, "hooks" | "hookScript" | "node">;

export interface Hook {
  type: "command";
  command: string;
  timeout: number;
  additionalContextLimit?: number;
}

const Group = z.looseObject({ hooks: z.array(z.unknown()) });
type Group = z.infer<typeof Group>;
const HooksFile = z.looseObject({ hooks: z.record(z.string(), z.array(Group)).default({}) });
type HooksFile = z.infer<typeof HooksFile>;

export function hookFor(setup: HooksSetup, event: string): Hook {
  const command = hookLine(setup.hooks, event, setup);
  const timeout = event === "SessionEnd" ? END_TIMEOUT : hookTimeout(setup.hooks, event);
  const hook: Hook = { type: "command", command, timeout };
  const takesContext = event === "SessionStart" || event === "UserPromptSubmit";
  return takesContext ? { ...hook, additionalContextLimit: CONTEXT_LIMIT } : hook;
}

/**
 * The file with our hooks, and their positions: the previous position, or after the user's own hooks. The client's
 * trust in a hook depends on its position, so no other hook may move.
 */
export function withHooks(
  text: string | undefined,
  setup: HooksSetup,
  path: string,
): { text: string; groups: Map<string, number> } {
  const file = readFile(text, path);
  const groups = new Map<string, number>();
  for (const { name: event } of setup.hooks.events) {
    const before = file.hooks[event] ?? [];
    const known = before.findIndex(({ hooks: [first] }) => isOurs(first));
    const at = known === -1 ? before.length : known;
    groups.set(event, at);
    const ours = withFirst(before[at], hookFor(setup, event));
    file.hooks[event] = [...withoutOurs(before.slice(0, at)), ours, ...withoutOurs(before.slice(at + 1))];
  }
  return { text: `${JSON.stringify(file, null, 2)}\n`, groups };
}

/** The file without our hooks; undefined if it contained nothing else. */
export function withoutHooks(text: string, path: string): string | undefined {
  const file = withoutOurHooks(readFile(text, path));
  const isEmpty = isDeepStrictEqual(file, { hooks: {} });
  return isEmpty ? undefined : `${JSON.stringify(file, null, 2)}\n`;
}

function readFile(text: string | undefined, path: string): HooksFile {
  if (text === undefined || text.trim() === "") return { hooks: {} };
  try {
    return HooksFile.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "not valid JSON" : "not in the form of a hooks file";
    throw new HoldfastError("conflict", `${path} cannot be read: it is ${reason}.`, {
      cause: error,
      next: "Repair it, then connect again.",
    });
  }
}

/** The second form is from versions whose hooks named the program itself. */
const OURS = /^exec '.*\/(?:bin\/hook|hook\.sh)' codex \w+(?: '.*')?(?: \w+)*$/;

/** Whether the file names any of our hooks. */
export function mentionsOurHooks(text: string): boolean {
  return /\/(?:bin\/hook|hook\.sh)' codex /.test(text);
}

function withoutOurHooks(file: HooksFile): HooksFile {
  const left: HooksFile["hooks"] = {};
  for (const [event, groups] of Object.entries(file.hooks)) {
    const others = withoutOurs(groups);
    if (others.length > 0 || groups.length === 0) left[event] = others;
  }
  return { ...file, hooks: left };
}

/** A group may also contain hooks of the user's. It is removed only if nothing else is in it. */
function withoutOurs(groups: readonly Group[]): Group[] {
  return groups.flatMap((group) => {
    const hooks = group.hooks.filter((hook) => !isOurs(hook));
    if (hooks.length === group.hooks.length) return [group];
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });
}

/** The group with our hook before the user's own. */
function withFirst(group: Group | undefined, hook: Hook): Group {
  const others = group?.hooks.filter((other) => !isOurs(other)) ?? [];
  return others.length === 0 ? { hooks: [hook] } : { ...group, hooks: [hook, ...others] };
}

function isOurs(hook: unknown): boolean {
  return typeof hook === "object" && hook !== null && "command" in hook && OURS.test(String(hook.command));
}
