import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";

/** What an agent can do with us, as its adapter declares it: a cell of the table. */
const ABILITIES: readonly [string, (agent: AgentAdapter) => string][] = [
  [
    "recovery at session start",
    ({ capabilities: { injectAtStart } }) => either(injectAtStart, "first prompt"),
  ],
  ["notes added to a prompt", ({ capabilities }) => either(capabilities.injectAtPrompt)],
  ["debrief at the end of a turn", ({ capabilities }) => either(capabilities.blockStop)],
  ["checkpoint before a compaction", ({ capabilities }) => either(capabilities.seesCompaction)],
  [
    "checkpoint when a subagent starts or ends",
    ({ capabilities }) => either(capabilities.seesSubagents ?? false),
  ],
  [
    "recovery after a compaction",
    ({ capabilities }) => either(capabilities.startsAfterCompaction, "next prompt"),
  ],
  [
    "resumed conversations are complete",
    ({ capabilities }) => either(capabilities.resumesFullHistory, "not always"),
  ],
  ["fork at a mark", ({ forkAtMark }) => either(forkAtMark !== undefined)],
  ["explorations collapsed by rewind", rewoundBy],
  ["tokens and cost", ({ sessions }) => either(sessions?.usage !== undefined)],
  ["stops detected without a hook", ({ sessions }) => either(sessions?.lastTurnEnd !== undefined)],
  ["prompts sent from outside", ({ queue, terminal }) => (queue ? "its queue" : typedInto(terminal))],
  // Without its id, the session is that of the client's process, which is the parent of what its shell starts.
  ["session id in shells", ({ environment }) => either(environment.inside !== undefined)],
  ["Holdfast's tools", () => "yes"],
  ["capture without hooks", ({ sessions }) => either(sessions?.find !== undefined)],
  ["`holdfast continue`", () => "yes"],
  ["work handed over to this agent", () => "yes"],
  ["files come back", () => "yes"],
  ["conversation back", ({ forkAtMark }) => (forkAtMark ? "in a fork" : "in a new one")],
];

/** By agent and ability, what the end-to-end scenarios saw of it. */
type Seen = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Cells that stand for no ability: what is not there needs no scenario. */
const LACKS: ReadonlySet<string> = new Set(["no", "not always"]);

/** How what the scenarios saw differs from what is declared: "seen" where nothing of the kind is declared. */
export function compareWithSeen(agents: readonly AgentAdapter[], seen: readonly Seen[]) {
  const cells = agents.flatMap((agent) =>
    ABILITIES.map(([ability, cell]) => ({
      agent: agent.name,
      title: agent.title,
      ability,
      cell: cell(agent),
    })),
  );
  const found = seen.flatMap((each) =>
    Object.entries(each).flatMap(([agent, abilities]) =>
      Object.entries(abilities).map(([ability, cell]) => ({ agent, ability, cell })),
    ),
  );
  const key = ({ agent, ability, cell }: (typeof found)[number]) => `${agent}, ${ability}: ${cell}`;
  const [declared, shown] = [new Set(cells.map(key)), new Set(found.map(key))];
  return {
    undeclared: [...shown].filter((each) => !declared.has(each)),
    unshown: cells.filter((each) => !LACKS.has(each.cell) && !shown.has(key(each))),
  };
}

function unshownLine(agents: readonly AgentAdapter[], seen: readonly Seen[]): string {
  const { unshown } = compareWithSeen(agents, seen);
  const abilities = [...new Set(unshown.map(({ ability }) => ability))].map((ability) => {
    const titles = unshown.filter((each) => each.ability === ability).map(({ title }) => title);
    return `${ability} (${titles.join(", ")})`;
  });
  return abilities.length === 0
    ? "Every entry was observed in an end-to-end scenario with the real agent."
    : `Declared, but not observed end to end: ${abilities.join("; ")}. Everything else was observed with the real agent.`;
}

function rewoundBy({ capabilities: { collapses, hasOwnRewind }, forkAtMark }: AgentAdapter): string {
  if (hasOwnRewind) return "by its own tools";
  if (collapses) return collapses === "always" ? "yes" : "with its context engine";
  return forkAtMark ? "in a fork" : "no";
}

/** Where no line is an empty composer, nothing is typed. */
function typedInto({ composer }: AgentAdapter["terminal"]): string {
  return composer.marker.source === "(?!)" ? "no" : "typed";
}

function either(can: boolean, otherwise = "no"): string {
  return can ? "yes" : otherwise;
}

/** `docs/agents.md`. */
export function supportMatrix(agents: readonly AgentAdapter[], seen: readonly Seen[]): string {
  const header = ["", ...agents.map(({ name, title }) => `[${title}](${connectPage(name)})`)];
  const rows = ABILITIES.map(([ability, cell]) => [ability, ...agents.map(cell)]);
  return `# Agents

What Holdfast supports with each agent. This page is generated from the capabilities that the adapters declare:
\`npx vitest run test/agents/support-matrix.test.ts --update\` writes it, and a test keeps it up to date. The same test compares it with what the end-to-end scenarios
observed with the real agents (\`e2e/seen.json\`, which \`npm run e2e -- --update\` writes).

${table([header, ...rows])}

${unshownLine(agents, seen)}

"first prompt" and "next prompt" tell when the record arrives instead; "typed" means that Holdfast types a prompt into the terminal of an agent that it
launched. [You can add other agents](add-an-agent.md).
`;
}

function connectPage(name: string): string {
  return `connect-${PAGES.get(name) ?? name}.md`;
}

/** Pages that are named after the program. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ["gemini", "gemini-cli"],
  ["codex", "codex-cli"],
]);

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const [header = "", ...body] = rows.map((row) => line(row.map((cell, i) => cell.padEnd(widths[i] ?? 0))));
  return [header, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
