import type * as z from "zod";
import type { connect, disconnect } from "../../../setup/operations/connect.ts";
import type { launch } from "../../../terminals/operations/launch.ts";
import type { restart } from "../../../terminals/operations/restart.ts";
import { enumerate } from "../../../text/phrases.ts";

export function renderConnected({ connected, program, debrief }: z.infer<typeof connect.output>): string[] {
  const changed = connected.filter(isChanged);
  const copied =
    program === null ? [] : [`Holdfast was copied to ${program}, since npx deletes its own copy.`];
  if (changed.length === 0) return [...connected.flatMap(renderChanged), ...copied];
  const titles = enumerate(changed.map(({ title }) => title));
  return [
    ...connected.flatMap(renderChanged),
    ...copied,
    "",
    `Restart ${titles} to load it, and work as before.`,
    "However a session ends, the next one in the same directory starts with a",
    "record of it. `holdfast doctor` checks the installation, `holdfast list` shows",
    "what is kept.",
    ...(debrief ? [] : [`To have longer turns checked: holdfast connect ${changed[0]?.agent} --debrief`]),
  ];
}

export function renderDisconnected({ disconnected }: z.infer<typeof disconnect.output>): string[] {
  const titles = disconnected.filter(isChanged).map(({ title }) => title);
  return [
    ...disconnected.flatMap(renderChanged),
    ...(titles.length === 0 ? [] : [`Restart ${enumerate(titles)} to unload it. What was recorded is kept.`]),
  ];
}

type DisconnectedAgent = z.infer<typeof disconnect.output>["disconnected"][number];

function isChanged({ changes }: DisconnectedAgent): boolean {
  return changes.some(({ action }) => action !== "unchanged");
}

function renderChanged({ title, changes }: DisconnectedAgent): string[] {
  const done = changes.filter(({ action }) => action !== "unchanged");
  if (done.length === 0) return [`${title}: nothing to change.`];
  return [`${title}:`, ...done.map(({ action, path }) => `  ${action} ${path}`)];
}

export function renderLaunched({ agent, pid, attach }: z.infer<typeof launch.output>): string[] {
  return [`Started ${agent} as process ${pid}. To attach:`, `  ${attach}`];
}

export function renderRestarted({
  pid,
  attach,
  fresh,
  route,
  problem,
}: z.infer<typeof restart.output>): string[] {
  const prompt =
    route === null ? `The restart prompt was not delivered (${problem}).` : `Restart prompt sent (${route}).`;
  const how = fresh ? "There was no conversation to resume, so it begins a new one." : prompt;
  return [`Restarted as process ${pid}. ${how} To attach:`, `  ${attach}`];
}
