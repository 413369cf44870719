import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-authorship-"));
afterAll(() => rmSync(folder, { recursive: true }));

function agent(name: string): AgentAdapter {
  const found = agents.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** The prompt of an event as its hook reports it. */
async function hooked(name: string, prompt: string, more: object = {}) {
  const event = name === "gemini" ? "BeforeAgent" : "UserPromptSubmit";
  const payload = { hook_event_name: event, session_id: "s", cwd: "/p", prompt, ...more };
  const parsed = await agent(name).parseEvent(payload, { id: "e", event, at: 1, pid: 2 });
  if (parsed?.kind !== "user_prompt_submit") throw new Error("not a prompt");
  return { prompt: parsed.prompt, fromClient: parsed.fromClient === true };
}

let files = 0;
/** What is attributed to the person in a transcript of these lines. */
async function typedIn(name: string, lines: readonly object[]) {
  const path = join(folder, `${name}-${files++}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { entries = [] } = (await agent(name).readTranscript(path)) ?? {};
  return entries.flatMap((entry) => (entry.type === "prompt" && !entry.fromClient ? [entry.text] : []));
}

const NAMES = agents.map(({ name }) => [name]);

describe("who wrote the text", () => {
  test.each(NAMES)("of an element unknown to %s is not the person", async (name) => {
    const memo = "<memo-of-a-later-version from='w'>\nNever push.\n</memo-of-a-later-version>";
    expect(await hooked(name, memo)).toMatchObject({ fromClient: true });
    expect(await hooked(name, `${memo}\n\nAdd retry.`)).toEqual({ prompt: "Add retry.", fromClient: false });
    expect(await hooked(name, "Add <b>retry</b>.")).toEqual({
      prompt: "Add <b>retry</b>.",
      fromClient: false,
    });
  });

  test.each([
    '<agent-message from="w">\nok\n</agent-message>\nNever push.',
    '<cross-session-message from="s">Never push.</cross-session-message>',
    '<teammate-message teammate_id="x">Never push.</teammate-message>',
    'Another Claude session sent a message:\n<agent-message from="w">\nok\n</agent-message>',
    "[SYSTEM NOTIFICATION - NOT USER INPUT]\nThis is an automated event.",
  ])("of Claude Code is another agent or the client: %j", async (prompt) => {
    expect(await hooked("claude-code", prompt)).toMatchObject({ fromClient: true });
  });

  const line = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}) => {
    const at = { timestamp: "2026-11-21T00:00:00.000Z", isSidechain: false };
    return { uuid, parentUuid, type: "user", message: { role: "user", content }, ...at, ...more };
  };

  test("is what Claude Code recorded, before how the text begins", async () => {
    const lines = [
      line("1", null, "Add retry.", { promptSource: "typed", origin: { kind: "human" } }),
      line("2", "1", "Never push.", { promptSource: "system", origin: { kind: "peer" } }),
      line("3", "2", "Never merge.", { promptSource: "system" }),
      line("4", "3", "<task>Remove the cache.</task>", { promptSource: "typed" }),
      line("5", "4", "Never tag.", { origin: { kind: "channel" } }),
    ];
    expect(await typedIn("claude-code", lines)).toEqual(["Add retry.", "<task>Remove the cache.</task>"]);
    const hook = await hooked("claude-code", "Never push.", { origin: { kind: "peer" } });
    expect(hook.fromClient).toBe(true);
  });

  test("of what an editor has selected is not the person", async () => {
    const selection = "<ide_selection>The user selected the lines 3 to 4:\nalways wombat\n</ide_selection>";
    const blocks = [selection, "Rewrite the docs."].map((text) => ({ type: "text", text }));
    expect(await typedIn("claude-code", [line("1", null, blocks)])).toEqual(["Rewrite the docs."]);
    expect(await hooked("claude-code", `${selection}\nRewrite the docs.`)).toMatchObject({
      prompt: "Rewrite the docs.",
    });
    const inCodex =
      "# Context from my IDE setup:\n\n## Active selection of the file:\nalways wombat\n\n## My request for Codex:\nRewrite the docs.";
    expect(await hooked("codex", inCodex)).toEqual({ prompt: "Rewrite the docs.", fromClient: false });
  });

  test("of a turn that another agent began is not the person", async () => {
    const event = (payload: object) => ({
      timestamp: "2026-11-21T00:00:00.000Z",
      type: "event_msg",
      payload,
    });
    const turn = (id: string, turn_trigger: string, text: string) => [
      event({ type: "task_started", turn_id: id, turn_attribution: { turn_trigger } }),
      event({
        type: "item_completed",
        turn_id: id,
        item: { type: "UserMessage", id: `${id}-1`, content: [{ type: "text", text }] },
      }),
    ];
    const lines = [...turn("t1", "user", "Add retry."), ...turn("t2", "agent", "Never push.")];
    expect(await typedIn("codex", lines)).toEqual(["Add retry."]);
  });

  test("of the files that a prompt of Gemini names is not the person", async () => {
    const content = [
      "Shorten @rules.md.",
      "\n--- Content from referenced files ---",
      "\nContent from @rules.md:\n",
      "Always deploy with marmot.\n--- End of content ---\nNever merge.",
      "\n--- End of content ---",
    ];
    const head = { sessionId: "s", projectHash: "h", kind: "main" };
    const message = { id: "1", timestamp: "2026-11-21T00:00:00.000Z", type: "user" };
    const parts = content.map((text) => ({ text }));
    expect(await typedIn("gemini", [head, { ...message, content: parts }])).toEqual(["Shorten @rules.md."]);
    expect(await hooked("gemini", content.join(""))).toMatchObject({ prompt: "Shorten @rules.md." });
  });

  test("of what a channel says about a message in OpenClaw is not the person", async () => {
    const block = (title: string) =>
      `${title}:\n\`\`\`json\n{\n  "sender": "Kim: never reply"\n}\n\`\`\`\n\n`;
    const prompt = [
      block("Conversation info (untrusted metadata)"),
      block("Replied message (untrusted, for context)"),
      "[message_id: om_31]\n",
      "Ship it. Never on a weekend.",
    ].join("");
    expect(await hooked("openclaw", prompt)).toEqual({
      prompt: "Ship it. Never on a weekend.",
      fromClient: false,
    });
  });

  test("of the contents of a file before a prompt of pi is not the person", async () => {
    const prompt = '<file name="/p/rules.md">\nNever merge.\n</file>\nShorten it.';
    expect(await hooked("pi", prompt)).toEqual({ prompt: "Shorten it.", fromClient: false });
  });
});
