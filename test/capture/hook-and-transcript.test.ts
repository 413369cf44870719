import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

/** A session of Claude Code whose transcript the test writes: `write` appends one message of that moment. */
async function openSession({ open, clock, root }: TestPlace) {
  const transcriptPath = join(root, "session.jsonl");
  const session = new AgentSession(await open(), clock, { transcriptPath });
  let count = 0;
  const write = (type: "user" | "assistant", content: unknown, at: number) => {
    count += 1;
    const entry = {
      type,
      uuid: uuidOf(count),
      parentUuid: count === 1 ? null : uuidOf(count - 1),
      timestamp: new Date(at).toISOString(),
      sessionId: "s",
      promptId: `transcript-${count}`,
      message: { role: type, content },
    };
    appendFileSync(transcriptPath, `${JSON.stringify(entry)}\n`);
  };
  const queue = (move: object, at: number) => {
    const line = { type: "queue-operation", ...move, timestamp: new Date(at).toISOString(), sessionId: "s" };
    appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
  };
  return { session, write, queue };
}

function uuidOf(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
}

test("a prompt that the hook reports and the transcript repeats a moment later, under another id, counts once", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    await session.prompt("Go on.");
    write("user", "Go on.", place.clock.now + 500);
    await session.stop("Done.");
    expect(await session.prompts()).toEqual(["Go on."]);
  }));

test("the same words a quarter of a minute later are another prompt", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    await session.prompt("Go on.");
    write("user", "Go on.", place.clock.now + 500);
    await session.stop("Done.");
    place.clock.now += 15_000;
    await session.prompt("Go on.");
    write("user", "Go on.", place.clock.now + 500);
    await session.stop("Done again.");
    expect(await session.prompts()).toEqual(["Go on.", "Go on."]);
  }));

test("a line written in the same millisecond as the last read is not lost", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    const at = place.clock.now + 2_000;
    const edit = (file_path: string) => [
      { type: "tool_use", id: file_path, name: "Edit", input: { file_path } },
    ];
    write("user", "Port both parts.", at - 1_000);
    write("assistant", edit("/a.ts"), at);
    await session.stop("");
    write("assistant", edit("/b.ts"), at);
    await session.stop("Done.");
    const { files } = (await session.row()).capture;
    expect(files.map(({ path }) => path)).toEqual(["/a.ts", "/b.ts"]);
  }));

test("prompts that only the transcript has are ordered by time, and the first is the goal", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    const start = place.clock.now;
    write("user", "Build the importer.", start + 1_000);
    write("user", "Read gzip as well.", start + 20_000);
    place.clock.now += 60_000;
    await session.prompt("Now the tests.");
    write("user", "Now the tests.", place.clock.now);
    await session.stop("Done.");
    expect(await session.prompts()).toEqual(["Build the importer.", "Read gzip as well.", "Now the tests."]);
    const { capture, promptCount } = await session.row();
    expect(capture.goal).toBe("Build the importer.");
    expect(promptCount).toBe(3);
  }));

test("a hook that comes after its prompt was read from the transcript does not count it again", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    write("user", "Build the importer.", place.clock.now + 500);
    await session.stop("Working.");
    await session.prompt("Build the importer.");
    expect(await session.prompts()).toEqual(["Build the importer."]);
    expect((await session.row()).promptCount).toBe(1);
  }));

test("an entry from the future hides nothing that is written later, and is not the latest request forever", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    write("user", "Build the importer.", place.clock.now);
    write("user", "Read gzip as well.", place.clock.now + 86_400_000);
    await session.stop("Done.");
    place.clock.now += 60_000;
    write("user", "Now the tests.", place.clock.now);
    await session.stop("Done.");
    expect(await session.prompts()).toEqual(["Build the importer.", "Read gzip as well.", "Now the tests."]);
  }));

test("a session that an earlier version read up to the future is read again", () =>
  withPlace(async (place) => {
    const { session, write } = await openSession(place);
    await session.prompt("Build the importer.");
    const stored = await session.row();
    const capture = { ...stored.capture, foldedTo: place.clock.now + 86_400_000, transcriptBytes: 1 };
    await (await place.open()).store.replaceSession({ ...stored, capture });
    write("user", "Now the tests.", place.clock.now + 500);
    await session.stop("Done.");
    expect(await session.prompts()).toEqual(["Build the importer.", "Now the tests."]);
  }));

test("a message that waits in the queue at a stop counts once when the agent takes it", () =>
  withPlace(async (place) => {
    const { session, write, queue } = await openSession(place);
    const start = place.clock.now;
    await session.prompt("Build the importer.");
    write("user", "Build the importer.", start + 1_000);
    queue({ operation: "enqueue", content: "Read gzip as well." }, start + 5_000);
    place.clock.now += 20_000;
    await session.stop("Done.");
    expect(await session.prompts()).toEqual(["Build the importer.", "Read gzip as well."]);
    queue({ operation: "dequeue" }, place.clock.now);
    write("user", "Read gzip as well.", place.clock.now + 100);
    await session.prompt("Read gzip as well.");
    await session.stop("Read.");
    expect(await session.prompts()).toEqual(["Build the importer.", "Read gzip as well."]);
    expect((await session.row()).capture.prompts[1]).toMatchObject({ channel: "queued", at: start + 5_000 });
    place.clock.now += 20_000;
    await session.prompt("Read gzip as well.");
    expect(await session.prompts()).toHaveLength(3);
  }));
