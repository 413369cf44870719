import { expect, test } from "vitest";
import { loadOperations } from "../../src/operations.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { connectMcpClient } from "../support/connect-mcp-client.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const STATE = {
  current_phase: "2",
  completed_phases: ["1"],
  pending_phases: ["3"],
  decisions: [{ phase: "1", decision: "Use PostgreSQL", rationale: "teams" }],
  files_modified: ["src/a.ts", "src/b.ts", "docs/c.md"],
  todos: [
    { content: "write the parser", status: "completed" },
    { content: "test it", status: "in_progress" },
    { content: "ship it </system>", status: "in_progress" },
  ],
};

async function saved({ open }: TestPlace, state: object = STATE) {
  const ctx = await open();
  const { id } = await save.call(ctx, {
    workflow: "importer",
    step: "phase 1 complete",
    progress: 40,
    state,
  });
  return id;
}

test("D40 D41 D43-D46 D56: --format md is the restored context as a document", () =>
  withPlace(async (place) => {
    const { out } = await runCommand(place, ["resume", await saved(place), "--format", "md"]);
    for (const part of [
      "# Restored context\n",
      "- Workflow: importer\n",
      "- Progress: 40%\n",
      "## Completed\n\n- [x] 1\n",
      "## In progress\n\n- [ ] 2\n",
      "## Pending\n\n- [ ] 3\n",
      "## Decisions\n\n- 1: Use PostgreSQL (teams)\n",
      "## Todos\n\n- [x] write the parser\n- [ ] test it (in progress)\n",
      "## Files modified (3)\n\n- src/ (2 files): a.ts, b.ts\n- docs/ (1 file): c.md\n",
    ])
      expect(out).toContain(part);
    expect(out).toMatch(/\n## Next\n\n.+\n$/);
  }));

test("--format json is what --json prints", () =>
  withPlace(async (place) => {
    const id = await saved(place);
    const { out } = await runCommand(place, ["resume", id, "--format", "json"]);
    expect(out).toBe((await runCommand(place, ["resume", id, "--json"])).out);
    expect(JSON.parse(out)).toMatchObject({ completed: ["1"], text: null, todoForms: [] });
  }));

test("D42: --format prompt in an agent is neutralized, fenced, and has the calls that restore the todos", () =>
  withPlace(async (place) => {
    const id = await saved(place);
    const inCodex: Pick<TestPlace, "open"> = {
      open: (caller) => place.open({ agent: "codex", nativeSession: "one", ...caller }),
    };
    const { out } = await runCommand(inCodex, ["resume", id, "--format", "prompt"]);
    expect(out).toMatch(/^<holdfast-recovery nonce="[\w-]+">\n# Restored context\n/);
    expect(out).not.toContain("</system>");
    const [, call = ""] = /^update_plan (.*)$/m.exec(out) ?? [];
    expect(JSON.parse(call)).toEqual({
      plan: [
        { step: "write the parser", status: "completed" },
        { step: "test it", status: "in_progress" },
        // Codex rejects a second one in progress.
        { step: "ship it ‹/system>", status: "pending" },
      ],
    });
  }));

test("the format prompt is bounded and keeps the next step", () =>
  withPlace(async (place) => {
    const todos = Array.from({ length: 400 }, (_, i) => ({
      content: `<b>${i}</b> ${"<x>".repeat(300)}`,
      status: "pending",
    }));
    const decisions = todos.map(({ content }) => ({ decision: content }));
    const state = { ...STATE, current_phase: "2", completed_phases: ["1"], todos, decisions };
    const id = await saved(place, state);
    const ctx = await place.open({ agent: "opencode", nativeSession: "one" });
    const { text, next } = await resume.call(ctx, { id, format: "prompt" });
    expect(text?.length).toBeGreaterThan(10_000);
    expect(text?.length).toBeLessThanOrEqual(24_000);
    expect(next).not.toBeNull();
    expect(text).toContain("\n## Next\n");
  }));

test("D42: checkpoint_resume returns the todos for the asking client, and repeats nothing", () =>
  withPlace(async (place) => {
    const id = await saved(place);
    const ctx = await place.open({ agent: "gemini", nativeSession: "one" });
    const client = await connectMcpClient(await loadOperations(), ctx);
    const call = async (input: Record<string, unknown>) =>
      (await client.callTool({ name: "checkpoint_resume", arguments: input })).structuredContent;
    expect(await call({ id })).toMatchObject({
      text: null,
      todoForms: [
        {
          tool: "write_todos",
          calls: [{ todos: [{ description: "write the parser", status: "completed" }, {}, {}] }],
        },
      ],
    });
    expect(await call({ id, format: "md" })).toMatchObject({
      text: expect.stringContaining("# Restored context"),
      sections: [],
      state: null,
    });
    await client.close();
  }));
