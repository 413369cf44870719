import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  noteDebriefActedOn,
  readDebriefs,
  recordDebrief,
  recordRestartPrompt,
  switchDebriefs,
} from "../../src/debrief/debrief-state.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import { notifiedAnswer } from "../../src/notifications/notify-on-stop.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";

const TURN = { lastPromptAt: 7 };
const ASKED = recordDebrief(EMPTY_CAPTURE, TURN, 9);

describe("what is stored about debriefs", () => {
  test("T11 T13 T24: is about the turn of the last prompt, except how many were ignored", () => {
    expect(readDebriefs(ASKED, TURN)).toEqual({ off: false, ignored: 1, lastAt: 9, inTurn: 1 });
    const later = { lastPromptAt: 20 };
    expect(readDebriefs(ASKED, later)).toEqual({ off: false, ignored: 1, lastAt: null, inTurn: 0 });
    const again = recordDebrief(ASKED, later, 30);
    expect(readDebriefs(again, later)).toEqual({ off: false, ignored: 2, lastAt: 30, inTurn: 1 });
  });

  test("T31: a restart prompt is no debrief", () => {
    const restarted = recordRestartPrompt(ASKED, TURN, 30);
    expect(readDebriefs(restarted, TURN)).toEqual({ off: false, ignored: 1, lastAt: 30, inTurn: 1 });
  });

  test("a switch to on forgets which were ignored", () => {
    const off = switchDebriefs(ASKED, "off");
    expect(readDebriefs(off, TURN)).toMatchObject({ off: true, ignored: 1, inTurn: 1 });
    expect(readDebriefs(switchDebriefs(off, "on"), TURN)).toMatchObject({
      off: false,
      ignored: 0,
      inTurn: 1,
    });
  });
});

test.each([
  ["after it", 10, TURN, 0],
  ["not after it", 9, TURN, 1],
  ["in the next turn", 30, { lastPromptAt: 20 }, 1],
])(
  "a tool call %s: the debrief counts as acted on if it comes after it in the same turn",
  (_when, at, session, ignored) => {
    const scope = { event: { kind: "tool_use", at, facts: [] }, session, capture: ASKED };
    const { capture } = (noteDebriefActedOn.handle({} as Context, scope as never) as { scope: EventScope })
      .scope;
    expect(readDebriefs(capture, session).ignored).toBe(ignored);
  },
);

test("R-M1: what schema version 15 stored of debriefs and notifications in columns is kept", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-slices-"));
  const file = join(folder, "holdfast.db");
  try {
    writeFileSync(file, gunzipSync(readFileSync("test/fixtures/databases/15.db.gz")));
    const old = openDatabase({ file, busyTimeoutMs: 1_000 });
    old
      .prepare(
        `update sessions set last_prompt_at = 7, last_debrief_at = 9, debriefs_this_turn = 1, debriefs_ignored = 2,
          debrief_off = 1, last_notified_answer = 'abc', notified = 1 where native_id = 'first'`,
      )
      .run();
    old.close();
    const store = await openStore({ file, childKeys: sampleChildKeys });
    const session = await store.findSession("claude-code", "first");
    const other = (await store.listSessions({ limit: 10 })).find(({ nativeId }) => nativeId !== "first");
    const untouched = await store.getSession(other?.id ?? "");
    await store.close();
    expect(session && readDebriefs(session.capture, session)).toEqual({
      off: true,
      ignored: 2,
      lastAt: 9,
      inTurn: 1,
    });
    expect(session && notifiedAnswer.read(session.capture)).toEqual({ answer: "abc", prompt: 7 });
    expect(session?.capture.prompts).toHaveLength(1);
    expect(untouched?.capture.slices).toEqual({});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
