import { basename } from "node:path";
import type * as z from "zod";
import type { dismiss } from "../../../recovery/operations/dismiss.ts";
import type { capture } from "../../../snapshots/operations/capture.ts";
import { agentOn } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { continueOperation } from "../../../transfer/operations/continue.ts";
import { makeRoom, type Shrink } from "../layout/make-room.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, table, withoutEmptyColumns } from "../layout/table.ts";
import { commandLine } from "./command-line.ts";

export function renderCapture(
  { session, paused }: z.infer<typeof capture.output>,
  { style }: Rendering,
): string[] {
  const state = paused ? style.bad("paused") : style.good("active");
  return [
    `Capture is ${state} for session ${shortSessionId(session)}.`,
    ...(paused ? [style.dim("Resume with: holdfast capture resume")] : []),
  ];
}

export function renderContinued(
  { choices, chosen }: z.infer<typeof continueOperation.output>,
  how: Rendering,
): string[] {
  if (chosen) return renderCommand(chosen);
  if (choices.length === 0) return ["No sessions of this project yet."];
  const rows = choices.map(
    ({ id, title, latestRequest, directory, files, agent, machine, state, lastWorkedAt, openTodos }) => [
      shortSessionId(id),
      latestRequest === null || how.columns < WIDE ? title : `${title} Latest: ${latestRequest}`,
      directory || "-",
      files === 0 ? "-" : String(files),
      agentOn(agent, machine),
      state,
      openTodos === 0 ? "-" : String(openTodos),
      ago(lastWorkedAt, how.now),
    ],
  );
  const heads = ["SESSION", "TITLE", "DIRECTORY", "FILES", "AGENT", "STATE", "TODOS", "LAST WORK"];
  const shown = withoutEmptyColumns([heads, ...rows]);
  const fitting = { head: "TITLE", least: 36, columns: how.columns, steps: NARROWER };
  const [head = "", ...lines] = table(makeRoom(shown, fitting));
  return [how.style.strong(head), ...lines, "", how.style.dim("Continue: holdfast continue <session>")];
}

/** A terminal of this width has room for two requests of a session. */
const WIDE = 140;

/** What a narrow terminal shows in less room, or does without. */
const NARROWER: readonly Shrink[] = [
  {
    head: "LAST WORK",
    to: (cells) => ({ head: "AGE", cells: cells.map((cell) => cell.replace(/ ago$|^just /, "")) }),
  },
  { head: "AGENT", to: onlyMachines },
  { head: "DIRECTORY", to: (cells) => ({ head: "IN", cells: cells.map((cell) => basename(cell)) }) },
  { head: "TODOS", to: () => undefined },
  { head: "FILES", to: () => undefined },
];

/** Without the agent if it is the same for all sessions. The machine that a session comes from is always shown. */
function onlyMachines(cells: readonly string[]): ReturnType<Shrink["to"]> {
  const parts = cells.map((cell) => cell.split(" on "));
  if (new Set(parts.map(([agent]) => agent)).size > 1) return { head: "AGENT", cells: [...cells] };
  const machines = parts.map(([, ...machine]) => machine.join(" on "));
  return machines.some((machine) => machine !== "")
    ? { head: "MACHINE", cells: machines.map((machine) => machine || "this one") }
    : undefined;
}

type Chosen = NonNullable<z.infer<typeof continueOperation.output>["chosen"]>;

/** Without a terminal nothing is started: this prints the command line instead. */
function renderCommand({ title, mode, command, directory, environment, files }: Chosen): string[] {
  const how = mode === "conversation" ? "its own conversation" : "a new conversation with the record";
  return [
    ...(files
      ? [`Its files from ${files.machine} are not here yet: holdfast restore ${files.snapshot}`]
      : []),
    `To continue "${title}" (${how}), run in a terminal:`,
    `  ${commandLine({ command, directory, environment })}`,
  ];
}

export function renderDismissed(shown: z.infer<typeof dismiss.output>): string[] {
  const { session, dismissed, already, undone } = shown;
  const earlier = shortSessionId(dismissed);
  if (undone) return [`New sessions may continue session ${earlier} again.`];
  const takeBack = `Take it back: holdfast dismiss ${earlier} --undo`;
  if (session === dismissed)
    return [
      `No session will continue session ${earlier}. To see its record: holdfast resume ${earlier}`,
      takeBack,
    ];
  return [
    ...(already
      ? [`The record of session ${earlier} was already dismissed.`]
      : [
          `Session ${shortSessionId(session)} no longer continues session ${earlier}.`,
          "The agent learns this with your next prompt.",
        ]),
    `No session will receive that record again. To see it: holdfast resume ${earlier}`,
    takeBack,
  ];
}
