import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/claude-code/transcript.ts";
import type { TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { sample } from "./fixtures.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-transcript-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string | Uint8Array, name = "session.jsonl"): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(content: string | Uint8Array, maxBytes?: number) {
  const transcript = await readTranscript(file(content), maxBytes);
  if (!transcript) throw new Error("the transcript was not read");
  return transcript;
}

/** A line of the file with what every line has. */
function line(uuid: string, parentUuid: string | null, rest: object): string {
  return `${JSON.stringify({ parentUuid, isSidechain: false, uuid, timestamp: "2026-11-21T00:00:00.000Z", ...rest })}\n`;
}
const prompt = (uuid: string, parent: string | null, content: unknown, rest: object = {}) =>
  line(uuid, parent, { type: "user", message: { role: "user", content }, ...rest });
const answer = (uuid: string, parent: string | null, id: string, block: object, rest: object = {}) =>
  line(uuid, parent, {
    type: "assistant",
    message: {
      id,
      model: "m",
      content: [block],
      usage: { input_tokens: 1, cache_read_input_tokens: 20, cache_creation_input_tokens: 300 },
    },
    ...rest,
  });
const says = (text: string) => ({ type: "text", text });
const calls = (id: string) => ({ type: "tool_use", id, name: "Bash", input: { command: id } });
const result = (uuid: string, parent: string, id: string, rest: object = {}) =>
  prompt(uuid, parent, [{ type: "tool_result", tool_use_id: id, content: `out ${id}`, ...rest }], {
    toolUseResult: {},
  });

/** What stands on the live branch; a prompt that was taken back does not. */
function texts(entries: readonly TranscriptEntry[]): string[] {
  const standing = entries.filter(({ type }) => type !== "unqueued");
  return standing.flatMap((entry) => ("text" in entry ? entry.text : entry.type));
}

describe("a recorded session", () => {
  test("is read whole, in order, across the compaction", async () => {
    const { entries, contextUse, size, partial } = await read(sample);
    expect(entries.map(({ type }) => type)).toEqual([
      "prompt",
      "message",
      "command_run",
      "outcome",
      "message",
      "message",
      "compaction",
      "summary",
      "prompt",
      "message",
    ]);
    expect(entries[0]).toEqual({
      type: "prompt",
      text: "do a thing",
      promptId: "7966e9f0-1c46-4a7c-8a06-01d34bb4e5c2",
      uuid: expect.any(String),
      at: Date.parse("2026-11-21T00:36:46.462Z"),
    });
    expect(entries[2]).toMatchObject({ command: "echo hi from tool" });
    expect(entries[3]).toMatchObject({
      call: "toolu_98c626fbd1d3afc2636895b6",
      ok: true,
      text: "hi from tool",
    });
    expect(entries[6]).toMatchObject({ trigger: "manual" });
    expect(contextUse).toEqual({ tokens: 100, model: "claude-opus-5-5" });
    expect({ size, partial }).toEqual({ size: sample.length, partial: false });
  });

  test("R-J10: cut in the middle, its tail still follows the branch", async () => {
    const whole = await read(sample);
    const tail = await read(sample, 30_000);
    expect(tail.partial).toBe(true);
    expect(tail.size).toBe(sample.length);
    expect(tail.entries).toHaveLength(5);
    expect(whole.entries.slice(-tail.entries.length)).toEqual(tail.entries);
  });

  test("a last line that is still being written is left out", async () => {
    const torn = await read(Buffer.concat([sample, Buffer.from('{"parentUuid":"x","uuid":"y","type":"us')]));
    expect(torn.partial).toBe(true);
    expect(torn.entries).toEqual((await read(sample)).entries);
  });

  test("R-J10: no truncation and no damaged byte makes the reader throw", async () => {
    const damage = fc.record({
      length: fc.integer({ min: 0, max: sample.length }),
      bytes: fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 40 }),
      maxBytes: fc.integer({ min: 0, max: sample.length }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ length, bytes, maxBytes }) => {
        const content = Buffer.from(sample);
        for (const [at, byte] of bytes) content[at] = byte;
        const transcript = await read(content.subarray(0, length), maxBytes);
        expect(transcript.size).toBe(length);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the live branch", () => {
  test("leaves out what a rewind abandoned", async () => {
    const { entries, partial } = await read(
      prompt("1", null, "first") +
        answer("2", "1", "a", says("yes")) +
        prompt("3", "2", "abandoned") +
        answer("4", "3", "b", says("wrong way")) +
        prompt("5", "2", "instead"),
    );
    expect(texts(entries)).toEqual(["first", "yes", "instead"]);
    expect(partial).toBe(false);
  });

  test("continues from the leaf that the client recorded last", async () => {
    const lines = prompt("1", null, "first") + answer("2", "1", "a", says("yes")) + prompt("3", "2", "later");
    const leaf = `${JSON.stringify({ type: "last-prompt", leafUuid: "2" })}\n`;
    expect(texts((await read(lines + leaf)).entries)).toEqual(["first", "yes"]);
    expect(texts((await read(leaf + lines)).entries)).toEqual(["first", "yes", "later"]);
  });

  test("holds every one of a message's parallel calls and their results", async () => {
    const { entries } = await read(
      prompt("1", null, "go") +
        answer("2", "1", "a", calls("t1")) +
        answer("3", "2", "a", calls("t2")) +
        result("4", "2", "t1") +
        result("5", "3", "t2", { is_error: true }) +
        answer("6", "5", "b", says("done")),
    );
    expect(texts(entries)).toEqual(["go", "command_run", "command_run", "out t1", "out t2", "done"]);
    expect(entries[4]).toMatchObject({ call: "t2", ok: false });
  });

  test("leaves out subagents", async () => {
    const { entries } = await read(
      prompt("1", null, "go") +
        answer("2", "1", "a", says("sub"), { isSidechain: true }) +
        answer("3", "1", "b", says("main")),
    );
    expect(texts(entries)).toEqual(["go", "main"]);
  });

  test("falls back to file order if a damaged line broke the chain", async () => {
    const { entries, partial } = await read(
      `${prompt("1", null, "go")}{"parentUuid":"1","uuid":"2", broken\n${answer("3", "2", "a", says("on"))}`,
    );
    expect(texts(entries)).toEqual(["go", "on"]);
    expect(partial).toBe(true);
  });

  test("does not take an abandoned branch for the part that was not read", async () => {
    const old = prompt("1", null, "first") + answer("2", "1", "a", says("x".repeat(5_000)));
    const { entries, partial } = await read(
      `${old}${prompt("3", "2", "abandoned")}${prompt("4", "1", "instead")}`,
      1_000,
    );
    expect(texts(entries)).toEqual(["instead"]);
    expect(partial).toBe(true);
  });

  test("a chain that bites its own tail ends", async () => {
    const { entries } = await read(prompt("1", "2", "a") + prompt("2", "1", "b"));
    expect(texts(entries)).toEqual(["a", "b"]);
  });
});

describe("what counts", () => {
  test("nothing the client writes in the user's name is a prompt", async () => {
    const { entries } = await read(
      [
        prompt("1", null, "Stop hook feedback:\nno", { isMeta: true }),
        prompt("2", "1", "<command-name>/compact</command-name>"),
        prompt("3", "2", "<local-command-stdout>ok</local-command-stdout>"),
        prompt("4", "3", [says("[Request interrupted by user for tool use]")]),
        prompt("5", "4", [says("<system-reminder>r</system-reminder>"), says("really me")]),
        prompt("6", "5", "what was", { isCompactSummary: true }),
      ].join(""),
    );
    expect(entries.map(({ type }) => type)).toEqual(["interruption", "prompt", "summary"]);
    expect(texts(entries)).toEqual(["interruption", "really me", "what was"]);
  });

  test("a long result is cut, and a shell's own streams stand in for a missing one", async () => {
    const { entries } = await read(
      answer("1", null, "a", calls("t")) +
        prompt("2", "1", [
          {
            type: "tool_result",
            tool_use_id: "t",
            content: "Exit code 1\n".padEnd(9_000, "x"),
            is_error: true,
          },
        ]) +
        prompt("3", "2", [{ type: "tool_result", tool_use_id: "u" }], {
          toolUseResult: { stdout: "o", stderr: "e" },
        }),
    );
    expect(entries[1]).toMatchObject({ ok: false, text: expect.stringMatching(/^Exit code 1\nx+…$/) });
    expect(texts(entries)[1]).toHaveLength(2_000);
    expect(texts(entries)[2]).toBe("o\ne");
  });

  test("context use is that of the last answer, once for all lines of a message", async () => {
    const twoBlocks = answer("1", null, "a", says("x")) + answer("2", "1", "a", calls("t"));
    expect((await read(twoBlocks)).contextUse).toEqual({ tokens: 321, model: "m" });
  });

  test("the context use is unknown before the first answer after a compaction", async () => {
    const boundary = line("2", null, { type: "system", subtype: "compact_boundary", logicalParentUuid: "1" });
    const { entries, contextUse } = await read(answer("1", null, "a", says("x")) + boundary);
    expect(entries.map(({ type }) => type)).toEqual(["message", "compaction"]);
    expect(contextUse).toBeUndefined();
  });

  test("NULs that a power cut left behind cost nothing but themselves", async () => {
    const { entries } = await read(`${prompt("1", null, "a")}${"\0".repeat(5_000)}${prompt("2", "1", "b")}`);
    expect(texts(entries)).toEqual(["a", "b"]);
  });
});

describe("a plan that the client hands over", () => {
  const PLAN = "# Plan: one field less\n\n## Steps\n- Remove the field\n- Run the tests";
  const NOTE =
    "If you need specific details from before exiting plan mode (like code), read the full transcript at: /t.jsonl";

  test("S4: is a prompt and an approved plan, without the client's note", async () => {
    const { entries } = await read(
      prompt("1", null, `Implement the following plan:\n\n${PLAN}\n\n\n${NOTE}`),
    );
    expect(entries).toMatchObject([
      {
        type: "prompt",
        text: expect.stringMatching(/^Implement the following plan:\n\n# Plan[^]*tests\s*$/),
      },
      { type: "plan", call: "1", text: PLAN },
    ]);
  });

  test("is none in another prompt, and the note of other words stays", async () => {
    const { entries } = await read(prompt("1", null, `Look at this plan:\n\n${PLAN}\n\n${NOTE}`));
    expect(entries).toMatchObject([{ type: "prompt", text: expect.stringContaining(NOTE) }]);
  });
});

test("a call that the client did not make after another had failed has no outcome", async () => {
  const text = "<tool_use_error>Sibling tool call errored</tool_use_error>";
  const both = answer("1", null, "a", calls("t")) + result("2", "1", "t", { content: text, is_error: true });
  expect((await read(both)).entries.map(({ type }) => type)).not.toContain("outcome");
  const failed = answer("1", null, "a", calls("t")) + result("2", "1", "t", { is_error: true });
  expect((await read(failed)).entries.map(({ type }) => type)).toContain("outcome");
});

describe("SEC-S44: a transcript path may name anything", () => {
  test("only regular .jsonl files are read", async () => {
    mkdirSync(join(folder, "folder.jsonl"));
    execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
    const wanted = file(sample, "real.jsonl");
    symlinkSync(wanted, join(folder, "link.jsonl"));
    for (const name of ["folder.jsonl", "pipe.jsonl", "link.jsonl", "missing.jsonl", "real.jsonl\0"]) {
      expect(await readTranscript(join(folder, name)), name).toBeUndefined();
    }
    for (const path of ["/etc/passwd", "/dev/zero", file(sample, "session.txt"), "session.jsonl"]) {
      expect(await readTranscript(path), path).toBeUndefined();
    }
    expect(await readTranscript(wanted)).toBeDefined();
  });

  test("a folder that leads out of the client's projects is not followed", async () => {
    const projects = join(folder, "client", "projects");
    mkdirSync(join(projects, "mine"), { recursive: true });
    mkdirSync(join(folder, "secret"));
    file(sample, "secret/s.jsonl");
    file(sample, "client/projects/mine/s.jsonl");
    symlinkSync(join(folder, "secret"), join(projects, "out"));
    expect(await readTranscript(join(projects, "out", "s.jsonl"))).toBeUndefined();
    expect(await readTranscript(join(projects, "mine", "s.jsonl"))).toBeDefined();
  });

  test("R-J10: of a 50 GB file only the tail is read", async () => {
    const path = join(folder, "huge.jsonl");
    const size = 50 * 1024 ** 3;
    const last = `\n${prompt("1", "0", "still here")}`;
    const handle = openSync(path, "w");
    ftruncateSync(handle, size);
    writeSync(handle, last, size);
    closeSync(handle);
    const before = process.memoryUsage().rss;
    const transcript = await readTranscript(path);
    expect(texts(transcript?.entries ?? [])).toEqual(["still here"]);
    expect(transcript).toMatchObject({ partial: true, size: size + last.length });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
    rmSync(path);
  });
});
