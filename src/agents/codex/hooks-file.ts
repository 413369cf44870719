import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { ConnectPlace } from "../../kernel/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { shellQuoted } from "../shell-quoted.ts";

/** Seconds. The client caps the end of a session at three. */
const TIMEOUT = 5;
const END_TIMEOUT = 3;

export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "Stop",
  "PreCompact",
  "PostCompact",
  "SessionEnd",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface Hook {
  type: "command";
  command: string;
  timeout: number;
}

const Group = z.looseObject({ hooks: z.array(z.unknown()) });
const HooksFile = z.looseObject({ hooks: z.record(z.string(), z.array(Group)).default({}) });
type HooksFile = z.infer<typeof HooksFile>;

export function hookFor({ hookScript }: ConnectPlace, event: HookEvent): Hook {
  const command = `exec ${shellQuoted(hookScript)} codex ${event}`;
  return { type: "command", command, timeout: event === "SessionEnd" ? END_TIMEOUT : TIMEOUT };
}

/** The file with our hooks after the user's own, and where ours stand. Anything of ours from before is replaced. */
export function withHooks(
  text: string | undefined,
  place: ConnectPlace,
): { text: string; groups: Map<HookEvent, number> } {
  const file = withoutOurs(readFile(text));
  const groups = new Map<HookEvent, number>();
  for (const event of HOOK_EVENTS) {
    const others = file.hooks[event] ?? [];
    groups.set(event, others.length);
    file.hooks[event] = [...others, { hooks: [hookFor(place, event)] }];
  }
  return { text: `${JSON.stringify(file, null, 2)}\n`, groups };
}

/** The file without our hooks; undefined when nothing else was in it. */
export function withoutHooks(text: string): string | undefined {
  const file = withoutOurs(readFile(text));
  const isEmpty = isDeepStrictEqual(file, { hooks: {} });
  return isEmpty ? undefined : `${JSON.stringify(file, null, 2)}\n`;
}

function readFile(text: string | undefined): HooksFile {
  if (text === undefined || text.trim() === "") return { hooks: {} };
  try {
    return HooksFile.parse(JSON.parse(text));
  } catch (error) {
    throw new HoldfastError("conflict", "Codex's hooks.json cannot be read: mend it and connect again.", {
      cause: error,
    });
  }
}

const OURS = /\/hook\.sh' codex \w+$/;

function withoutOurs(file: HooksFile): HooksFile {
  const hooks: HooksFile["hooks"] = {};
  for (const [event, groups] of Object.entries(file.hooks)) {
    const others = groups.filter(({ hooks: [hook] }) => !isOurs(hook));
    if (others.length > 0 || groups.length === 0) hooks[event] = others;
  }
  return { ...file, hooks };
}

function isOurs(hook: unknown): boolean {
  return typeof hook === "object" && hook !== null && "command" in hook && OURS.test(String(hook.command));
}
