import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck } from "../../kernel/agent/agent.ts";
import { tryParseJson } from "../../text/json-text.ts";
import type { ClientHooks } from "../hook-command.ts";
import { type ClientSetup, repairOf } from "./client-connection.ts";
import type { OwnedFiles } from "./owned-files.ts";
import { readIfExists } from "./write-if-changed.ts";

const Hooks = z.object({
  hooks: z.record(
    z.string(),
    z.array(z.object({ hooks: z.array(z.looseObject({ timeout: z.unknown().optional() })) })),
  ),
});

/**
 * Compares installed files with what this version would write, and checks the hooks that they contain and the programs
 * that they refer to.
 */
export async function checkFiles(
  setup: ClientSetup,
  { root, files, hooksFile }: OwnedFiles,
): Promise<ConnectionCheck> {
  const repair = repairOf(setup);
  const there = new Map<string, string>();
  for (const path of files.keys()) {
    const text = await readIfExists(join(root, path));
    if (text !== undefined) there.set(path, text);
  }
  if (there.size === 0) return { installed: false, problems: [] };
  const problems = [...files].flatMap(([path, wanted]) =>
    fileProblems({ path: join(root, path), wanted, found: there.get(path), repair }),
  );
  const hooks = hooksFile === undefined ? [] : hookProblems(there.get(hooksFile), setup.hooks, repair);
  return { installed: true, problems: [...problems, ...(await programProblems(setup)), ...hooks] };
}

interface FileComparison {
  path: string;
  wanted: string;
  found: string | undefined;
  repair: string;
}

function fileProblems({ path, wanted, found, repair }: FileComparison): string[] {
  if (found === undefined) return [`${path} is missing: ${repair}`];
  return found === wanted ? [] : [`${path} differs from what this version writes: ${repair}`];
}

function hookProblems(text: string | undefined, { events }: ClientHooks, repair: string): string[] {
  if (text === undefined) return [];
  const installed = Hooks.safeParse(tryParseJson(text));
  if (!installed.success) return [`hooks.json cannot be read, so no hook runs: ${repair}`];
  const { hooks } = installed.data;
  return events.flatMap(({ name: event }) => {
    const entries = (hooks[event] ?? []).flatMap((group) => group.hooks);
    if (entries.length === 0) return [`no hook for ${event}: ${repair}`];
    return entries.every(({ timeout }) => typeof timeout === "number")
      ? []
      : [`the hook for ${event} has no timeout, so the agent may wait for minutes: ${repair}`];
  });
}

export async function programProblems(setup: ClientSetup): Promise<string[]> {
  const wanted = [
    [setup.hookScript, constants.X_OK, "executable"],
    [setup.mainScript, constants.R_OK, "readable"],
    [setup.node, constants.X_OK, "executable"],
  ] as const;
  const problems = await Promise.all(
    wanted.map(async ([path, mode, what]) =>
      (await hasAccess(path, mode))
        ? []
        : [`${path} is missing or not ${what}: install Holdfast again, then ${repairOf(setup)}`],
    ),
  );
  return problems.flat();
}

async function hasAccess(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}
