import { limitDeadlines } from "../kernel/config/hook-deadlines.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { listFirst } from "../text/phrases.ts";

/** The deadlines of hooks that are longer than what hooks can use, since agents do not wait that long. */
export function checkDeadlines({
  config,
  paths,
}: Installation & Pick<Context, "config">): string | undefined {
  const used: Record<string, number> = limitDeadlines(config.hooks);
  const names = Object.entries(config.hooks).flatMap(([name, ms]) => {
    const most = used[name] ?? ms;
    return ms > most ? [`hooks.${name} is ${ms} and counts as ${most}`] : [];
  });
  if (names.length === 0) return undefined;
  return `Agents do not wait that long for a hook: ${listFirst(names, 3, ", ")}. Write no more than that in ${paths.configFile}.`;
}
