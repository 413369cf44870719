import type { Rendering } from "../layout/rendering.ts";
import { ago, fitted, table } from "../layout/table.ts";
import { wrapped } from "../layout/text-width.ts";

interface ArrivedSession {
  id: string;
  title: string;
  agent: string;
  machine: string;
  state: string;
  lastActivityAt: string;
  /** The session here beside which it is a fork. */
  forkOf: string | null;
}

export interface ImportedWork {
  dryRun: boolean;
  sessions: readonly ArrivedSession[];
  files: readonly { id: string; snapshot: string }[];
}

/** The sessions that came from another machine, what became of those that were continued on two machines, and what to do next. */
export function arrivedLines(
  { dryRun, sessions, files }: ImportedWork,
  { columns, now, style }: Rendering,
  command: string,
): string[] {
  if (sessions.length === 0) return [];
  const heads = ["SESSION", "TITLE", "AGENT", "MACHINE", "STATE", "LAST ACTIVE"];
  const rows = sessions.map(({ id, title, agent, machine, state, lastActivityAt }) => [
    id,
    title,
    agent,
    machine,
    state,
    ago(lastActivityAt, now),
  ]);
  const [head = "", ...lines] = table(fitted([heads, ...rows], heads.indexOf("TITLE"), columns));
  const next = dryRun ? `Nothing was written. To do it: ${command}` : "Continue: holdfast continue <session>";
  return [
    "",
    style.strong(head),
    ...lines,
    ...sessions.filter(isFork).flatMap((session) => wrapped(aboutFork(session), columns)),
    "",
    ...files.map(({ id, snapshot }) => style.dim(`Bring the files of ${id}: holdfast restore ${snapshot}`)),
    ...wrapped(next, columns).map(style.dim),
  ];
}

function isFork({ state }: ArrivedSession): boolean {
  return state === "forked";
}

function aboutFork({ id, forkOf, machine }: ArrivedSession): string {
  return `Session ${forkOf} was continued on two machines. It stays as it is here; what ${machine} did is ${id}.`;
}
