import { bounded, boundedMiddle, oneLine } from "../text/bounded.ts";
import { agentOn, count } from "../text/phrases.ts";
import type { LogCommand, LogSession, LogTurn } from "./log-types.ts";
import { inlineCode, plainMarkdown } from "./plain-markdown.ts";

const SHOWN = { prompts: 5, files: 12, commands: 6, prompt: 200, output: 200, patch: 20_000 };

/** The log as Markdown for a stand-up note or a pull request: short, and without what would act there. */
export function logMarkdown(sessions: readonly LogSession[]): string {
  if (sessions.length === 0) return "No sessions.\n";
  return `${sessions.map((session) => blocksOf(session).join("\n\n")).join("\n\n")}\n`;
}

function blocksOf(session: LogSession): string[] {
  const { turns, patch } = session;
  const asked = turns === null ? askedOf(session) : [];
  const blocks = [
    `## ${plainMarkdown(session.title) || "Session without a request"}`,
    factsOf(session),
    ...section("Asked", asked),
    ...section(changedTitle(session), filesOf(session)),
    ...section("Ran", turns === null ? ranOf(session.commands) : []),
    ...section("Still failing", failingOf(session)),
    ...section(
      "Decided",
      session.decisions.map(({ decision, rationale }) =>
        plainMarkdown(rationale === null ? decision : `${decision} (${rationale})`),
      ),
    ),
    ...section(
      "Open",
      session.todos.map(({ content }) => plainMarkdown(content)),
      "- [ ] ",
    ),
    ...(patch ? [patchOf(patch)] : []),
  ];
  return [...blocks, ...(turns ?? []).flatMap(turnBlocks)];
}

function section(title: string, items: readonly string[], mark = "- "): string[] {
  return items.length === 0 ? [] : [`**${title}**\n\n${items.map((item) => `${mark}${item}`).join("\n")}`];
}

/** Where, when, how it ended, and what it cost, on one line. */
function factsOf(session: LogSession): string {
  const { agent, machine, project, directory, branch, startedAt, lastActivityAt, state, turnCount, usage } =
    session;
  const place = directory === "." ? project.name : `${project.name}/${directory}`;
  const first = dateOf(startedAt);
  const last = dateOf(lastActivityAt);
  const until = first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last;
  return [
    agentOn(agent, machine === null ? null : plainMarkdown(machine)),
    inlineCode(branch === null ? place : `${place} @ ${branch}`),
    `${first} to ${until} UTC`,
    state,
    count(turnCount, "turn"),
    ...(usage === null ? [] : [costOf(usage)]),
  ].join(" · ");
}

function dateOf(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

function costOf({ cost, unpriced, models }: NonNullable<LogSession["usage"]>): string {
  if (unpriced.length > 0 && cost === 0) {
    const tokens = models.reduce(
      (sum, each) => sum + each.input + each.cacheRead + each.cacheWrite + each.output,
      0,
    );
    return `${tokens.toLocaleString("en-US")} tokens`;
  }
  if (cost < 0.01) return "less than $0.01";
  return `${unpriced.length > 0 ? "at least " : ""}$${cost.toFixed(2)}`;
}

function askedOf({ prompts, turnCount }: LogSession): string[] {
  const shown =
    prompts.length > SHOWN.prompts ? [...prompts.slice(0, 1), ...prompts.slice(1 - SHOWN.prompts)] : prompts;
  const items = shown.map(({ text }) => plainMarkdown(boundedMiddle(oneLine(text), SHOWN.prompt, " […] ")));
  const left = Math.max(turnCount, prompts.length) - shown.length;
  return left > 0 ? [...items.slice(0, 1), `(${left} more)`, ...items.slice(1)] : items;
}

function changedTitle({ fileCount, added, removed }: LogSession): string {
  const lines = added === null || removed === null ? "" : ` (+${added} -${removed})`;
  return `Changed ${count(fileCount, "file")}${lines}`;
}

function filesOf({ files, fileCount }: Pick<LogSession, "files" | "fileCount">): string[] {
  const shown = files.slice(0, SHOWN.files);
  const left = fileCount - shown.length;
  return [
    ...shown.map(({ path, change, added, removed }) => {
      if (change === "permissions") return `${inlineCode(path)} (permissions)`;
      const what = change === "changed" ? "" : change === "created" ? ", new" : ", deleted";
      const lines = added === null || removed === null ? "" : ` (+${added} -${removed}${what})`;
      return `${inlineCode(path)}${lines}`;
    }),
    ...(left > 0 ? [`${left} more`] : []),
  ];
}

/** The newest commands, failed ones first. */
function ranOf(commands: readonly LogCommand[]): string[] {
  const newest = commands.toReversed();
  const ordered = [
    ...newest.filter(({ outcome }) => outcome === "failed"),
    ...newest.filter(({ outcome }) => outcome !== "failed"),
  ];
  const shown = ordered.slice(0, SHOWN.commands);
  const left = commands.length - shown.length;
  return [
    ...shown.map(({ command, outcome, count: times }) => {
      const how = outcome === "ok" ? "" : outcome === "failed" ? " failed" : " (result unknown)";
      return `${inlineCode(bounded(command, 120))}${how}${times > 1 ? `, ${times} times` : ""}`;
    }),
    ...(left > 0 ? [`${left} more`] : []),
  ];
}

function failingOf({ failing }: LogSession): string[] {
  return failing.map(({ command, output }) => {
    const reason = boundedMiddle(oneLine(output), SHOWN.output, " […] ");
    return `${inlineCode(bounded(oneLine(command), 120))}${reason === "" ? "" : `: ${plainMarkdown(reason)}`}`;
  });
}

function turnBlocks(turn: LogTurn): string[] {
  const { number, at, prompt, answer, commands, fileCount, patch } = turn;
  return [
    `### ${number}. ${plainMarkdown(boundedMiddle(oneLine(prompt), SHOWN.prompt, " […] "))}`,
    `${dateOf(at)} UTC${turn.compacted ? " · compacted" : ""}`,
    ...(turn.wentBackTo === null ? [] : [`Files had gone back to before turn ${turn.wentBackTo}.`]),
    ...section("Ran", ranOf(commands)),
    ...section(
      `Changed ${count(fileCount, "file")}${turn.shared ? " (other turns were running)" : ""}`,
      filesOf(turn),
    ),
    ...(patch ? [patchOf(patch)] : []),
    ...(answer === null ? [] : [`> ${plainMarkdown(boundedMiddle(oneLine(answer), 600, " […] "))}`]),
  ];
}

/** Between fences that are longer than any in the patch. */
function patchOf(patch: string): string {
  const longest = Math.max(2, ...(patch.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}diff\n${bounded(patch, SHOWN.patch).trimEnd()}\n${fence}`;
}
