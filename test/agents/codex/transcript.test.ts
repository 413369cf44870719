import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/codex/transcript.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/transcript.ts";
import { isSystemText } from "../../../src/sessions/system-text.ts";
import { transcript } from "./fixtures.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-codex-"));
  file = join(folder, "rollout.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(path: string): Promise<Transcript> {
  const found = await readTranscript(path);
  if (!found) throw new Error("not read");
  return found;
}

function told(entries: readonly TranscriptEntry[]): string[] {
  return entries.map((entry) => {
    if (entry.type === "tool_call") return `call ${entry.call.name} ${JSON.stringify(entry.call.input)}`;
    return "text" in entry ? `${entry.type}: ${entry.text}` : entry.type;
  });
}

const line = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: "2026-11-21T00:00:00Z", ordinal: 1, type, payload })}\n`;
const item = (fields: object) => line("event_msg", { type: "item_completed", turn_id: "t", item: fields });

describe("a recorded thread", () => {
  test("prompts, answers, commands with their outcome, each once", async () => {
    const { entries, contextUse, partial } = await read(transcript("rollout-exec"));
    expect(told(entries)).toEqual([
      "prompt: do the task",
      "answer: working",
      'call Bash {"command":"echo hi"}',
      "tool_result: hi\n",
      'call mcp__stub__ping {"x":"1"}',
      expect.stringMatching(/^tool_result: .*pong/),
      "answer: first answer",
      "prompt: RETRY: write the checkpoint",
      "answer: second answer",
    ]);
    expect(contextUse).toEqual({ tokens: 5_552 });
    expect(partial).toBe(false);
  });

  test("S3: a compaction is one entry, and what was before it stays", async () => {
    const kinds = told((await read(transcript("rollout-tui-compacted"))).entries);
    expect(kinds.filter((kind) => kind === "compaction")).toHaveLength(1);
    expect(kinds.filter((kind) => kind.startsWith("prompt"))).toEqual([
      "prompt: needs approval",
      "prompt: hangs",
      "prompt: after compact",
    ]);
    expect(kinds.join()).not.toMatch(/environment_context|turn_aborted/);
  });

  test("Codex 10: a fork's past is read from its parent's file, up to where it left it", async () => {
    const parent = "01a1fb94-5ab2-79b1-a148-dd398a9c242f";
    copyFileSync(transcript("rollout-fork"), file);
    expect(await read(file)).toMatchObject({ partial: true });
    copyFileSync(
      transcript("rollout-tui-compacted"),
      join(folder, `rollout-2026-11-21T00-49-26-${parent}.jsonl`),
    );
    const { entries, partial } = await read(file);
    expect(told(entries).filter((kind) => kind.startsWith("prompt"))).toEqual([
      "prompt: needs approval",
      "prompt: hangs",
      "prompt: after compact",
      "prompt: in a fork",
    ]);
    expect(partial).toBe(false);
  });
});

describe("what a transcript may hold", () => {
  test("a command that failed says how, a patch and a plan are calls", async () => {
    writeFileSync(
      file,
      item({
        type: "CommandExecution",
        id: "c",
        command: ["bash", "-lc", "make"],
        exit_code: 2,
        aggregated_output: "boom",
      }) +
        line("response_item", {
          type: "custom_tool_call",
          call_id: "p",
          name: "apply_patch",
          input: "*** Begin Patch",
        }) +
        line("response_item", {
          type: "function_call",
          call_id: "u",
          name: "update_plan",
          arguments: '{"plan":[]}',
        }),
    );
    expect(told((await read(file)).entries)).toEqual([
      'call Bash {"command":"make"}',
      "tool_result: Exit code 2\nboom",
      'call apply_patch {"patch":"*** Begin Patch"}',
      'call update_plan {"plan":[]}',
    ]);
  });

  test("T22: what a hook said in the user's name is known by its text", async () => {
    writeFileSync(
      file,
      item({
        type: "HookPrompt",
        id: "h",
        fragments: [{ text: "[holdfast debrief] Before this turn ends" }],
      }),
    );
    const [entry] = (await read(file)).entries;
    expect(entry?.type === "prompt" && isSystemText(entry.text)).toBe(true);
  });

  test("R-H6: a torn last line and unknown lines cost themselves only", async () => {
    copyFileSync(transcript("rollout-exec"), file);
    appendFileSync(
      file,
      `{"future":1}\n${line("event_msg", { type: "brand_new" })}{"type":"event_msg","payload":{"ty`,
    );
    const { entries, partial } = await read(file);
    expect(told(entries).at(-1)).toBe("answer: second answer");
    expect(partial).toBe(true);
  });

  test("a file of two gigabytes is read from its end", async () => {
    writeFileSync(file, "");
    truncateSync(file, 2 * 1024 ** 3);
    appendFileSync(file, `\n${readFileSync(transcript("rollout-exec"), "utf8")}`);
    expect(told((await read(file)).entries)[0]).toBe("prompt: do the task");
  });
});
