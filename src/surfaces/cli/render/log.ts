import type * as z from "zod";
import type { LogCommand, LogSession, LogTurn } from "../../../log/log-types.ts";
import type { log } from "../../../log/operations/log.ts";
import { oneLine } from "../../../text/bounded.ts";
import { agentOn, count } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago } from "../layout/table.ts";
import { cutTo } from "../layout/text-width.ts";
import { fileLine } from "./file-changes.ts";

const SHOWN = { files: 8, commands: 5, prompts: 4, decisions: 5 };

export function renderLog(
  { sessions, next, markdown }: z.infer<typeof log.output>,
  how: Rendering,
): string[] {
  if (markdown !== null) return markdown.trimEnd().split("\n");
  if (sessions.length === 0) return ["No session matches here. For all projects: holdfast log --project all"];
  const { dim } = how.style;
  const [first] = sessions;
  return [
    ...sessions.flatMap((session) => [...sessionLines(session, how), ""]),
    ...(next === null ? [] : [dim(`There are more: add --after ${next}`)]),
    ...(first?.turns === null
      ? [
          dim(
            `Turn by turn: holdfast log --session ${shortSessionId(first.nativeId)}   To paste: --format md`,
          ),
        ]
      : []),
  ];
}

function sessionLines(session: LogSession, how: Rendering): string[] {
  const { style, columns } = how;
  const { turns, todos, decisions, failing, patch } = session;
  const fit = (text: string) => cutTo(text, columns - 2);
  return [
    style.strong(cutTo(session.title || "(no request)", columns)),
    style.dim(cutTo(factsOf(session, how), columns)),
    ...(turns === null ? askedLines(session).map((line) => `  ${fit(line)}`) : []),
    ...filesLines(session, how),
    ...(turns === null ? commandLines(session.commands, how) : []),
    ...failing.map(({ command, output }) => style.bad(`  ${fit(`still failing: ${command}: ${output}`)}`)),
    ...decisions.slice(-SHOWN.decisions).map(({ decision }) => `  ${fit(`decided: ${decision}`)}`),
    ...todos.map(({ content }) => `  ${fit(`open: ${content}`)}`),
    ...(patch === null ? [] : patch.trimEnd().split("\n")),
    ...(session.earlierTurns > 0 && turns?.[0]
      ? [style.dim(`  ${count(session.earlierTurns, "turn")} before: --before-turn ${turns[0].number}`)]
      : []),
    ...(turns ?? []).flatMap((turn) => turnLines(turn, how)),
  ];
}

function factsOf(
  { nativeId, agent, machine, project, directory, branch, ...session }: LogSession,
  { now }: Rendering,
): string {
  const { state, turnCount, lastActivityAt, usage, recovered, continues } = session;
  const place = directory === "." ? project.name : `${project.name}/${directory}`;
  const arrived = recovered.findLast((each) => each.arrived && each.nativeId !== nativeId);
  // A record that was dismissed arrived as well, and nothing is continued.
  const source = continues && (arrived?.nativeId ?? continues.nativeId);
  return [
    shortSessionId(nativeId),
    agentOn(agent, machine),
    branch === null ? place : `${place} (${branch})`,
    ago(lastActivityAt, now),
    state,
    count(turnCount, "turn"),
    ...(usage === null ? [] : [`$${usage.cost.toFixed(2)}${usage.unpriced.length > 0 ? "+" : ""}`]),
    ...(source ? [`continues ${shortSessionId(source)}`] : []),
  ].join(" · ");
}

function askedLines({ prompts, turnCount }: LogSession): string[] {
  const shown = prompts.slice(-SHOWN.prompts);
  const left = Math.max(turnCount, prompts.length) - shown.length;
  return [...(left > 0 ? [`(${left} earlier)`] : []), ...shown.map(({ text }) => `> ${oneLine(text)}`)];
}

function filesLines(
  { files, fileCount }: Pick<LogSession, "files" | "fileCount">,
  { style, columns }: Rendering,
): string[] {
  const shown = files.slice(0, SHOWN.files);
  return [
    ...shown.map((file) => fileLine({ ...file, path: cutTo(file.path, Math.max(20, columns - 20)) }, style)),
    ...(fileCount > shown.length ? [`  (${count(fileCount - shown.length, "more file")})`] : []),
  ];
}

const SIGNS = { ok: "$", failed: "✗", unknown: "?" } as const;

function commandLines(commands: readonly LogCommand[], { style, columns }: Rendering): string[] {
  const shown = commands.slice(-SHOWN.commands);
  return [
    ...(commands.length > shown.length
      ? [`  (${count(commands.length - shown.length, "earlier command")})`]
      : []),
    ...shown.map(({ command, outcome, count: times }) => {
      const line = `  ${SIGNS[outcome]} ${cutTo(command, columns - 10)}${times > 1 ? ` (${times}x)` : ""}`;
      return outcome === "failed" ? style.bad(line) : line;
    }),
  ];
}

function turnLines(turn: LogTurn, how: Rendering): string[] {
  const { style, columns } = how;
  const { number, prompt, answer, commands, shared, checkpoints, compacted, wentBackTo, patch } = turn;
  const saved = checkpoints.map(({ id, trigger }) => `${id} ${trigger}`).join(", ");
  return [
    "",
    style.strong(cutTo(`${number}. ${prompt}`, columns)),
    ...commandLines(commands, how),
    ...filesLines(turn, how),
    ...(shared ? [style.dim("  (other turns were running)")] : []),
    ...(patch === null ? [] : patch.trimEnd().split("\n")),
    ...(wentBackTo === null ? [] : [style.dim(`  (files had gone back to before turn ${wentBackTo})`)]),
    ...(compacted ? [style.dim("  (compacted)")] : []),
    ...(saved === "" ? [] : [style.dim(cutTo(`  saved ${saved}`, columns))]),
    ...(answer === null ? [] : [`  ${cutTo(answer, columns - 2)}`]),
  ];
}
