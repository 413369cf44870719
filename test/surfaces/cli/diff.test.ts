import { expect, test } from "vitest";
import { digest } from "../../../src/capture/operations/digest.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { withPlace } from "../../support/test-context.ts";

async function difference(place: Parameters<typeof runCommand>[0], before: object, after: object) {
  const ids: string[] = [];
  for (const state of [before, after]) {
    const { out } = await runCommand(place, ["save", "--json", "--state", JSON.stringify(state)]);
    ids.push(JSON.parse(out).id);
  }
  const { out } = await runCommand(place, ["diff", ...ids]);
  return out.split("\n").slice(1).join("\n");
}

test("diff describes what was added, removed and changed in each part", () =>
  withPlace(async (place) => {
    const before = {
      prompts: [{ text: "Build it" }],
      rules: [{ text: "Never use Redis" }],
      todos: [
        { content: "Write", status: "in_progress" },
        { content: "Test", status: "pending" },
      ],
      decisions: [{ decision: "SQLite", rationale: "small" }],
      failures: [{ command: "npm test", output: "1 failed" }],
      files_modified: ["/a.ts"],
      flags: { fast: true },
    };
    const after = {
      prompts: [{ text: "Build it" }, { text: "Go on" }],
      sentences: [
        { text: "Never use Redis", kind: "constraint" },
        { text: "Only Node 20", kind: "constraint" },
        { text: "Thanks", kind: "other" },
      ],
      todos: [{ content: "Write", status: "completed" }],
      decisions: [{ decision: "SQLite", rationale: "no server" }],
      failures: [],
      files_modified: ["/b.ts", "/a.ts"],
      flags: { fast: false },
    };
    expect(await difference(place, before, after)).toBe(
      `
Prompts
+ Go on

User said
+ Only Node 20
+ Thanks

Todos
- Test
~ Write: in progress → completed

Decisions
~ SQLite: small → no server

Still failing
- npm test

Files changed
+ /b.ts

Other state
~ flags.fast: true → false
`,
    );
  }));

test("neither the order of items nor the capture's internal fields count as differences", () =>
  withPlace(async (place) => {
    const todo = (content: string) => ({ content, status: "pending" });
    const before = {
      todos: [todo("a"), todo("b")],
      ports: [80, { tls: 443 }],
      tokens: 1,
      lastAnswer: "Yes.",
    };
    const after = { todos: [todo("b"), todo("a")], ports: [{ tls: 443 }, 80], tokens: 9, lastAnswer: "No." };
    expect(await difference(place, before, after)).toBe(
      "\nThey differ only in what was said and run in between.\n",
    );
    expect(await difference(place, { tags: ["slow", "slow"] }, { tags: ["slow", "flaky"] })).toBe(
      "\nOther state\n~ tags: slow: 2 times → once\n+ tags: flaky\n",
    );
  }));

test("a decision of a digest is there once, as are the todos that a session inherited and kept", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock, { pid: process.pid });
    await session.start();
    await session.prompt("Build the importer.");
    await runCommand(place, ["save", "--name", "before"]);
    await digest.call(ctx, { decisions: ["Use SQLite"], nextSteps: ["Write the docs"] });
    const { out } = await runCommand(place, ["diff", "before", ...(await newest(place))]);
    expect(out.match(/Use SQLite/g)).toHaveLength(1);
    expect(out).toContain("Todos\n+ Write the docs\n");
    const todos = [{ content: "Ship", status: "pending" }];
    const inherited = { goal: "Build", todos, decisions: [], files: ["/a.ts"], failures: [] };
    expect(await difference(place, { todos, inherited }, { todos: [...todos], inherited, n: 1 })).toBe(
      "\nOther state\n+ n: 1\n",
    );
  }));

async function newest(place: Parameters<typeof runCommand>[0]): Promise<string[]> {
  const { out } = await runCommand(place, ["list", "--limit", "1", "--json"]);
  return [JSON.parse(out).checkpoints[0].id];
}
