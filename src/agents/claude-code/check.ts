import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent.ts";
import { readIfThere } from "../atomic-write.ts";
import { configFolder, HOOK_EVENTS, pluginFolder } from "./plugin-files.ts";

const REPAIR = "run `holdfast connect claude-code`";

const Hooks = z.object({
  hooks: z.record(
    z.string(),
    z.array(z.object({ hooks: z.array(z.looseObject({ timeout: z.unknown().optional() })) })),
  ),
});
const Settings = z.object({ disableAllHooks: z.boolean().optional() });

/** Compares what is installed with what would be written, and looks at the programs that it names. */
export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const { root, files } = pluginFolder(place);
  const there = new Map<string, string>();
  for (const path of files.keys()) {
    const text = await readIfThere(join(root, path));
    if (text !== undefined) there.set(path, text);
  }
  if (there.size === 0) return { installed: false, problems: [] };
  const problems = [...files].flatMap(([path, wanted]) =>
    fileProblems(join(root, path), wanted, there.get(path)),
  );
  problems.push(...hookProblems(there.get("hooks/hooks.json")));
  problems.push(...(await programProblems(place)), ...(await settingsProblems(place)));
  return { installed: true, problems };
}

function fileProblems(path: string, wanted: string, found: string | undefined): string[] {
  if (found === undefined) return [`${path} is missing: ${REPAIR}`];
  return found === wanted ? [] : [`${path} is not what this version writes: ${REPAIR}`];
}

function hookProblems(text: string | undefined): string[] {
  if (text === undefined) return [];
  const installed = Hooks.safeParse(parseJson(text));
  if (!installed.success) return [`hooks.json cannot be read, so no hook runs: ${REPAIR}`];
  const { hooks } = installed.data;
  return HOOK_EVENTS.flatMap((event) => {
    const entries = (hooks[event] ?? []).flatMap((group) => group.hooks);
    if (entries.length === 0) return [`no hook for ${event}: ${REPAIR}`];
    return entries.every(({ timeout }) => typeof timeout === "number")
      ? []
      : [`the hook for ${event} has no time-out, the client may wait 600 s: ${REPAIR}`];
  });
}

async function programProblems(place: ConnectPlace): Promise<string[]> {
  const wanted = [
    [place.hookScript, constants.X_OK, "executable"],
    [place.mainScript, constants.R_OK, "readable"],
    [place.node, constants.X_OK, "executable"],
  ] as const;
  const problems = await Promise.all(
    wanted.map(async ([path, mode, what]) =>
      (await may(path, mode))
        ? []
        : [`${path} is missing or not ${what}: install holdfast again, then ${REPAIR}`],
    ),
  );
  return problems.flat();
}

async function may(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}

async function settingsProblems(place: ConnectPlace): Promise<string[]> {
  const path = join(configFolder(place), "settings.json");
  const settings = Settings.safeParse(parseJson((await readIfThere(path)) ?? "{}"));
  return settings.data?.disableAllHooks ? [`${path} turns all hooks off: remove disableAllHooks there`] : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
