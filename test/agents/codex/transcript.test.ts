import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/codex/transcript.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
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

function describeEntries(entries: readonly TranscriptEntry[]): string[] {
  return entries.map((entry) => {
    if (entry.type === "command_run") return `ran ${entry.command}`;
    if (entry.type === "file_changed") return `changed ${entry.path}`;
    if (entry.type === "todo_list") return `todos ${JSON.stringify(entry.todos)}`;
    return "text" in entry ? `${entry.type}: ${entry.text}` : entry.type;
  });
}

const line = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: "2026-11-21T00:00:00Z", ordinal: 1, type, payload })}\n`;
const item = (fields: object) => line("event_msg", { type: "item_completed", turn_id: "t", item: fields });

describe("a recorded thread", () => {
  test("prompts, answers, commands with their outcome, each once", async () => {
    const { entries, contextUse, partial } = await read(transcript("rollout-exec"));
    expect(describeEntries(entries)).toEqual([
      "prompt: do the task",
      "message: working",
      "ran echo hi",
      "outcome: hi\n",
      expect.stringMatching(/^outcome: .*pong/),
      "message: first answer",
      "prompt: RETRY: write the checkpoint",
      "message: second answer",
    ]);
    expect(contextUse).toEqual({ tokens: 5_552, window: 258_400 });
    expect(partial).toBe(false);
  });

  test("S3: a compaction is one entry, and the history before it stays", async () => {
    const kinds = describeEntries((await read(transcript("rollout-tui-compacted"))).entries);
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
    expect(describeEntries(entries).filter((kind) => kind.startsWith("prompt"))).toEqual([
      "prompt: needs approval",
      "prompt: hangs",
      "prompt: after compact",
      "prompt: in a fork",
    ]);
    expect(partial).toBe(false);
  });
});

describe("a fork's past", () => {
  const at = (ms: number) =>
    `${ms
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-`;
  const begun = Date.parse("2026-11-19T23:50:00Z");
  const [grandparent, parent, fork] = [begun, begun + 1, begun + 2].map((ms) => `${at(ms)}${"a".repeat(12)}`);

  function store(day: string, thread: string | undefined, text: string): string {
    const path = join(folder, "sessions", ...day.split("-"), `rollout-x-${thread}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }
  const meta = (base?: object) => line("session_meta", base ? { history_base: base } : {});
  const said = (id: string, text: string) => item({ type: "UserMessage", id, content: [{ text }] });

  test("Codex 10: follows a parent from another day that is itself a fork", async () => {
    // East of Greenwich the local day is the next one.
    store("2026-11-20", grandparent, meta() + said("a", "first"));
    store(
      "2026-11-20",
      parent,
      meta({ thread_id: grandparent, end_ordinal_exclusive: 2 }) + said("b", "second"),
    );
    const base = { thread_id: parent, end_ordinal_exclusive: 2 };
    const { entries, partial } = await read(store("2026-11-28", fork, meta(base) + said("c", "third")));
    expect(describeEntries(entries)).toEqual(["prompt: first", "prompt: second", "prompt: third"]);
    expect(partial).toBe(false);
  });

  test("Codex 10: reads the end of a long parent before the fork, and nothing after it", async () => {
    const before = meta() + said("a", "x".repeat(20_000)) + said("b", "just before");
    store("2026-11-19", parent, before + said("c", "y".repeat(20_000)));
    const base = { thread_id: parent, end_ordinal_exclusive: 9, end_byte_offset: Buffer.byteLength(before) };
    const path = store("2026-11-19", fork, meta(base) + said("d", "after"));
    const found = await readTranscript(path, 2_000);
    expect(describeEntries(found?.entries ?? [])).toEqual(["prompt: just before", "prompt: after"]);
    expect(found?.partial).toBe(true);
  });

  test("Codex 10: a file that names itself as its parent ends", async () => {
    const path = store(
      "2026-11-19",
      fork,
      meta({ thread_id: fork, end_ordinal_exclusive: 9 }) + said("a", "me"),
    );
    expect(await read(path)).toMatchObject({ partial: true });
  });
});

describe("contents of transcripts", () => {
  test("reads the output of a failed command, the files of a patch and the todos of a plan", async () => {
    writeFileSync(
      file,
      item({
        type: "CommandExecution",
        id: "c",
        command: ["bash", "-lc", "make"],
        exit_code: 2,
        aggregated_output: "boom",
      }) +
        item({
          type: "FileChange",
          id: "p",
          changes: {
            "/shop/new.js": { type: "add", content: "1" },
            "/shop/old.js": { type: "update", unified_diff: "@@", move_path: "/shop/moved.js" },
            "/shop/gone.js": { type: "delete", content: "1" },
          },
          status: "completed",
        }) +
        item({ type: "FileChange", id: "q", changes: { "/shop/no.js": { type: "add" } }, status: "failed" }) +
        line("response_item", {
          type: "function_call",
          call_id: "u",
          name: "update_plan",
          arguments: '{"plan":[{"step":"Sell","status":"pending"}]}',
        }),
    );
    expect(describeEntries((await read(file)).entries)).toEqual([
      "ran make",
      "outcome: Exit code 2\nboom",
      "changed /shop/new.js",
      "changed /shop/old.js",
      "changed /shop/moved.js",
      "changed /shop/gone.js",
      'todos [{"content":"Sell","status":"pending"}]',
    ]);
  });

  test.each(["[holdfast debrief] Before this turn ends", "Always run the linter."])(
    "T22: what a hook said in the user's name is no prompt, ours or another's: %s",
    async (text) => {
      writeFileSync(file, item({ type: "HookPrompt", id: "h", fragments: [{ text }] }));
      const [entry] = (await read(file)).entries;
      expect(entry).toMatchObject({ type: "prompt", text, fromClient: true });
    },
  );

  test("R-H6: a torn last line and unknown lines cost themselves only", async () => {
    copyFileSync(transcript("rollout-exec"), file);
    appendFileSync(
      file,
      `{"future":1}\n${line("event_msg", { type: "brand_new" })}{"type":"event_msg","payload":{"ty`,
    );
    const { entries, partial } = await read(file);
    expect(describeEntries(entries).at(-1)).toBe("message: second answer");
    expect(partial).toBe(true);
  });

  test("a file of two gigabytes is read from its end", async () => {
    writeFileSync(file, "");
    truncateSync(file, 2 * 1024 ** 3);
    appendFileSync(file, `\n${readFileSync(transcript("rollout-exec"), "utf8")}`);
    expect(describeEntries((await read(file)).entries)[0]).toBe("prompt: do the task");
  });
});

describe("a person's input other than prompts", () => {
  function said(entries: readonly TranscriptEntry[]): string[][] {
    return entries.flatMap((entry): string[][] => {
      if (entry.type === "prompt") return [[entry.queued ? "queued" : "prompt", entry.text]];
      if (entry.type === "plan" || entry.type === "summary") return [[entry.type, entry.text]];
      if (entry.type === "interruption") return [[entry.type]];
      const isReply = entry.type === "answer" || entry.type === "refusal";
      return isReply ? [[entry.type, entry.text, entry.asked ?? ""]] : [];
    });
  }

  test("a denied call, an answer with its question, and interruptions", async () => {
    expect(said((await read(transcript("other-ways"))).entries)).toEqual([
      ["prompt", "push the branch"],
      ["refusal", "", "git push origin main"],
      ["interruption"],
      ["prompt", "ask me about the cache"],
      ["answer", "Redis (Recommended)", "Which cache should we use?"],
      ["prompt", "plan it"],
      ["interruption"],
      ["prompt", "also keep the old pool"],
    ]);
  });

  test("a turn that an error of the model ended", async () => {
    const line = (at: string, ended: object) => {
      const payload = { type: "task_complete", turn_id: "t", last_agent_message: null, ...ended };
      return `${JSON.stringify({ timestamp: at, type: "event_msg", payload })}\n`;
    };
    const [answered, failed] = ["2026-11-28T18:02:50.000Z", "2026-11-28T18:02:57.064Z"];
    writeFileSync(file, line(answered, {}) + line(failed, { error: { message: "usage limit" } }));
    expect((await read(file)).entries).toEqual([{ at: Date.parse(failed), type: "failure" }]);
  });

  test("a message that steers a running turn, and a plan that is accepted", async () => {
    const item = (turn_id: string, item: object) =>
      `${JSON.stringify({ timestamp: "2026-11-22T07:00:00.000Z", type: "event_msg", payload: { type: "item_completed", turn_id, item } })}\n`;
    const message = (id: string, text: string) => ({
      type: "UserMessage",
      id,
      content: [{ type: "text", text }],
    });
    writeFileSync(
      file,
      [
        item("t1", message("u1", "plan the cache move")),
        item("t1", message("u2", "keep the old pool")),
        item("t1", { type: "Plan", id: "t1-plan", text: "# Move the cache\n1. Add the client\n" }),
        item("t2", message("u3", "Implement the plan.")),
      ].join(""),
    );
    expect(said((await read(file)).entries)).toEqual([
      ["prompt", "plan the cache move"],
      ["queued", "keep the old pool"],
      ["prompt", "Implement the plan."],
      ["plan", "# Move the cache\n1. Add the client\n"],
    ]);
  });

  test("the summary of a compaction, without the client's instructions", async () => {
    const { entries } = await read(transcript("rollout-tui-compacted"));
    expect(said(entries).filter(([type]) => type === "summary")).toEqual([
      ["summary", "FAKE-SUMMARY of the conversation"],
    ]);
  });
});
