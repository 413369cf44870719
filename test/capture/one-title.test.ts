import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toBriefList } from "../../src/capture/brief-list.ts";
import { list } from "../../src/capture/operations/list.ts";
import { log } from "../../src/log/operations/log.ts";
import { readFirstRows } from "../../src/recovery/browse/read-session-rows.ts";
import { bounded } from "../../src/text/bounded.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const OFFER = "Shall I migrate the cart tests to vitest?";
const QUESTION = "Which cache should we use?";
const TASK = "Round all amounts to cents.";
/** The length of a title in the list for models. */
const BRIEF = 40;

interface Kind {
  /** Whether it continues a session that was killed. */
  continues?: true;
  work: (session: AgentSession, place: TestPlace) => Promise<unknown>;
  title: string;
  /** The latest request, which the step of a checkpoint is. */
  step: string | null;
}

async function prompts(session: AgentSession, ...texts: string[]): Promise<void> {
  for (const text of texts) await session.prompt(text);
}

const KINDS: Record<string, Kind> = {
  "with a request": { work: (session) => prompts(session, TASK, "go on"), title: TASK, step: TASK },
  "with a later request": {
    work: (session) => prompts(session, TASK, "Round the tax as well."),
    title: TASK,
    step: "Round the tax as well.",
  },
  "in which the person agreed to more": {
    async work(session) {
      await session.prompt(TASK);
      await session.stop(OFFER);
      await session.prompt("yes");
    },
    title: TASK,
    step: TASK,
  },
  "in which the person only agreed": {
    async work(session) {
      await session.prompt("What now?");
      await session.stop(OFFER);
      await session.prompt("yes");
    },
    title: OFFER,
    step: null,
  },
  "in which the person only answered": {
    async work(session) {
      await session.prompt("continue");
      const asked = { questions: [{ question: QUESTION, options: [] }] };
      const text = `Your questions have been answered: "${QUESTION}"="Redis". You can now continue with these answers in mind.`;
      await session.use("AskUserQuestion", asked, { ok: true, text });
    },
    title: QUESTION,
    step: null,
  },
  "that only changed a file": {
    async work(session, { project }) {
      await session.prompt("continue");
      await session.use("Write", { file_path: join(project, "cart.js"), content: "" });
    },
    title: "changes in cart.js",
    step: null,
  },
  "that took over a goal": {
    continues: true,
    work: (session) => prompts(session, "continue"),
    title: TASK,
    step: TASK,
  },
  "that took over a goal and has a request of its own": {
    continues: true,
    work: (session) => prompts(session, "Page the list of orders."),
    title: "Page the list of orders.",
    step: "Page the list of orders.",
  },
};

async function sessionOf({ continues, work }: Pick<Kind, "continues" | "work">, place: TestPlace) {
  const ctx = await place.open();
  if (continues) {
    const killed = new AgentSession(ctx, place.clock, DEAD);
    await killed.start();
    await killed.prompt(TASK);
  }
  const session = new AgentSession(ctx, place.clock);
  await session.start();
  await work(session, place);
  const { id, nativeId } = await session.row();
  return { ctx, session, id, nativeId };
}

describe.each(Object.entries(KINDS))("a session %s", (_, { title, step, ...kind }) => {
  test("has one title in the list to continue from, the picker, the log and the list of sessions", () =>
    withPlace(async (place) => {
      const { ctx, id, nativeId } = await sessionOf(kind, place);
      const { choices } = await continueOperation.call(ctx, {});
      const rows = await readFirstRows(ctx, { limit: 5 });
      const { sessions } = await log.call(ctx, {});
      const listed = await list.call(ctx, {});
      const brief = toBriefList(listed).sessions ?? [];
      expect({
        continue: choices.find((each) => each.id === nativeId)?.title,
        picker: rows.find((each) => each.id === id)?.title,
        log: sessions.find((each) => each.id === id)?.title,
        list: listed.sessions.find((each) => each.id === nativeId)?.request,
        brief: brief.find((each) => nativeId.startsWith(each.id))?.title,
      }).toEqual({ continue: title, picker: title, log: title, list: title, brief: bounded(title, BRIEF) });
    }));

  test("has it in the digest of a checkpoint too, which lists show by the latest request if there is one", () =>
    withPlace(async (place) => {
      const { ctx, id, session } = await sessionOf(kind, place);
      await session.compact();
      const listed = await list.call(ctx, { session: id });
      const digest = listed.checkpoints[0]?.digest ?? "";
      expect(digest.replace(/ \(.*/, "")).toBe(title);
      expect(listed.checkpoints[0]?.step).toBe(step);
      expect(toBriefList(listed).checkpoints[0]?.title).toBe(bounded(step ?? digest, BRIEF));
    }));
});

test("a session without work has no title, and no list but the log shows it before its first checkpoint", () =>
  withPlace(async (place) => {
    const { ctx, session } = await sessionOf({ work: (one) => prompts(one, "What now?") }, place);
    expect((await list.call(ctx, {})).sessions).toEqual([]);
    expect((await continueOperation.call(ctx, {})).choices).toEqual([]);
    expect((await log.call(ctx, {})).sessions.map(({ title }) => title)).toEqual([""]);
    await session.compact();
    const { checkpoints } = await list.call(ctx, {});
    expect(checkpoints.map(({ digest }) => digest)).toEqual([
      "No task yet (1 prompt, 0 open todos, 0 still failing)",
    ]);
  }));

test("a search finds a session by the title that it took over", () =>
  withPlace(async (place) => {
    const { ctx, nativeId } = await sessionOf(
      { continues: true, work: (session) => prompts(session, "continue") },
      place,
    );
    const { sessions } = await list.call(ctx, { search: "amounts cents" });
    expect(sessions.find(({ id }) => id === nativeId)).toMatchObject({ request: TASK });
  }));
