import type { AgentAdapter } from "../../src/kernel/agent.ts";

/** What an agent can do with us, as its adapter declares it: a cell of the table. */
const ABILITIES: readonly [string, (agent: AgentAdapter) => string][] = [
  [
    "recovery at a session's start",
    ({ capabilities: { injectAtStart } }) => either(injectAtStart, "first prompt"),
  ],
  ["notes with a prompt", ({ capabilities }) => either(capabilities.injectAtPrompt)],
  ["debrief at the end of a turn", ({ capabilities }) => either(capabilities.blockStop)],
  ["checkpoint before a compaction", ({ capabilities }) => either(capabilities.seesCompaction)],
  [
    "recovery after a compaction",
    ({ capabilities }) => either(capabilities.startsAfterCompaction, "next prompt"),
  ],
  ["a resumed conversation is whole", ({ capabilities }) => either(capabilities.resumesWhole, "not always")],
  ["fork at a mark", ({ capabilities }) => either(capabilities.forksAtMark)],
  ["explorations leave the conversation", ({ capabilities }) => rewoundBy(capabilities)],
  ["tokens and cost", ({ readUsage }) => either(readUsage !== undefined)],
  ["stops without a hook are found", ({ lastTurnEnd }) => either(lastTurnEnd !== undefined)],
  ["prompts from outside", ({ queue }) => (queue ? "its queue" : "typed")],
  ["shells know their session", ({ environment }) => either(environment.inside?.nativeSession !== undefined)],
];

function rewoundBy({ collapses, rewinds, forksAtMark }: AgentAdapter["capabilities"]): string {
  if (rewinds) return "by its own tools";
  if (collapses) return "yes";
  return forksAtMark ? "in a fork" : "no";
}

function either(can: boolean, otherwise = "no"): string {
  return can ? "yes" : otherwise;
}

/** `docs/agents.md`. */
export function supportMatrix(agents: readonly AgentAdapter[]): string {
  const header = ["", ...agents.map(({ name, title }) => `[${title}](${connectPage(name)})`)];
  const rows = ABILITIES.map(([ability, cell]) => [ability, ...agents.map(cell)]);
  return `# Agents

What Holdfast can do with each agent. This page is generated from what the adapters declare, and a test compares it
(\`npx vitest run test/agents/support-matrix.test.ts --update\` writes it). The end-to-end scenarios try it with the real agents.

All of them are captured without their help, have the tools and the checkpoint skill, and continue with \`holdfast continue\`.

${table([header, ...rows])}

"first prompt" and "next prompt" say when the record arrives instead; "typed" means that Holdfast types a prompt into the terminal of an agent that it
launched. An agent that is missing here can be connected by [a plugin](hooks.md#write-a-plugin-for-another-agent).
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
