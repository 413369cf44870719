import { describe, expect, test } from "vitest";
import { update } from "../../../../src/surfaces/cli/picker/model/update.ts";
import { press, sampleRow, sampleState, screenOf } from "./sample-rows.ts";

const DOWN = "\x1b[B";
const UP = "\x1b[A";
const rows = Array.from({ length: 50 }, (_, i) => sampleRow(i + 1));

describe("moving", () => {
  test("33.2: arrows, pages and ends move the selection, and the list scrolls with it", () => {
    const state = sampleState(rows);
    expect(press(state, DOWN + DOWN + UP).state.selectedId).toBe("ses_2");
    expect(press(state, UP).state.selectedId).toBe("ses_1");
    const end = press(state, "\x1b[F").state;
    expect(end.selectedId).toBe("ses_50");
    expect(screenOf(end).join("\n")).toContain("❯   Title 50");
    expect(press(end, "\x1b[H").state).toMatchObject({ selectedId: "ses_1", top: 0 });
    expect(press(state, "\x1b[6~").state.selectedId).toBe("ses_20");
    expect(press(state, "jjk").state.selectedId).toBe("ses_2");
  });

  test("33.2: the selection is a session: it stays where others are added above it", () => {
    const state = press(sampleState(rows), DOWN).state;
    const newer = sampleRow(0, { id: "ses_new" });
    const next = update(state, { type: "loaded", rows: [newer], isLast: true }).state;
    expect(next.selectedId).toBe("ses_2");
    expect(next.shown[0]?.id).toBe("ses_new");
  });

  test("33.2: a session that is loaded again replaces its row: one row for each session", () => {
    const again = sampleRow(2, { title: "Renamed", lastSeenAt: rows[0]!.lastSeenAt + 1 });
    const next = update(sampleState(rows), { type: "loaded", rows: [again], isLast: true }).state;
    expect(next.rows).toHaveLength(50);
    expect(next.rows[0]).toMatchObject({ id: "ses_2", title: "Renamed" });
  });
});

describe("scopes", () => {
  const mixed = [
    sampleRow(1),
    sampleRow(2, { worktree: "/home/ada/shop-fix" }),
    sampleRow(3, { worktree: "/home/ada/other", projectId: "prj_other" }),
  ];

  test("33.2: Tab goes from the worktree to the project to all, and around", () => {
    const state = sampleState(mixed);
    const ids = (keys: string) => press(state, keys).state.shown.map(({ id }) => id);
    expect(ids("")).toEqual(["ses_1"]);
    expect(ids("\t")).toEqual(["ses_1", "ses_2"]);
    expect(ids("\t\t")).toEqual(["ses_1", "ses_2", "ses_3"]);
    expect(ids("\t\t\t")).toEqual(["ses_1"]);
    expect(ids("\x1b[Z")).toEqual(["ses_1", "ses_2", "ses_3"]);
  });

  test("33.2: the project includes this worktree even where the store has no project of this root", () => {
    const state = sampleState([sampleRow(1)], { here: { worktree: "/home/ada/shop", projectId: undefined } });
    expect(press(state, "\t").state.shown).toHaveLength(1);
  });

  test("33.2: a wider scope keeps the selected session and the search", () => {
    const state = press(sampleState(mixed), "/Title\t").state;
    expect(state).toMatchObject({ selectedId: "ses_1", query: "Title", scope: "project" });
    expect(state.shown).toHaveLength(2);
  });
});

describe("searching", () => {
  const found = [
    sampleRow(1, { content: "we talked about the invoice" }),
    sampleRow(2, { title: "Print the invoice" }),
    sampleRow(3, { title: "Something else" }),
  ];

  test("33.2: titles that match come first, then sessions whose content does", () => {
    expect(press(sampleState(found), "/invoice").state.shown.map(({ id }) => id)).toEqual(["ses_2", "ses_1"]);
  });

  test("33.2: letters are text while a query is typed, and actions again after an arrow", () => {
    const typed = press(sampleState(found), "/xq");
    expect(typed.state.query).toBe("xq");
    expect(typed.effects).toEqual([]);
    const list = press(press(typed.state, "\x15invoice").state, DOWN).state;
    expect(list.focus).toBe("list");
    expect(press(list, "x").state.overlay).toMatchObject({ type: "confirm" });
  });

  test("33.2: Esc clears the search first, then quits", () => {
    const typed = press(sampleState(found), "/invoice").state;
    const cleared = press(typed, "\x1b");
    expect(cleared.state).toMatchObject({ query: "", focus: "list" });
    expect(cleared.effects).toEqual([]);
    expect(press(cleared.state, "\x1b").effects).toEqual([{ type: "leave", outcome: { type: "quit" } }]);
  });

  test("33.2: backspace removes a whole character, Ctrl-W a word, Ctrl-U everything", () => {
    const state = sampleState(found);
    expect(press(state, "/ab漢\x7f").state.query).toBe("ab");
    expect(press(state, "/👩‍👩‍👧\x7f").state.query).toBe("");
    expect(press(state, "/one two\x17").state.query).toBe("one ");
    expect(press(state, "/one two\x15").state.query).toBe("");
  });

  test("33.2: a paste into the list starts a search with it", () => {
    const state = press(sampleState(found), "\x1b[200~invoice\n\x1b[201~").state;
    expect(state).toMatchObject({ query: "invoice", focus: "search" });
  });

  test("33.2: with very many sessions a key searches only the first, and slices find the rest", () => {
    const many = Array.from({ length: 2_000 }, (_, i) => sampleRow(i + 1));
    let state = press(sampleState(many), "/Title").state;
    const first = state.shown.length;
    expect(first).toBeLessThan(2_000);
    for (let i = 0; i < 20; i++) state = update(state, { type: "search", count: 300 }).state;
    expect(state.shown).toHaveLength(2_000);
    expect(state.shown.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });

  test("33.2: a query that goes on searches only what it has found so far, and counts all sessions", () => {
    const typed = press(sampleState(found), "/invoi").state;
    const more = press(typed, "ce").state;
    expect(more.search?.among.map(({ id }) => id)).toEqual(["ses_1", "ses_2"]);
    expect(more.search?.total).toBe(found.length);
    expect(more.shown).toEqual(typed.shown);
  });

  test("33.2: sessions that are loaded during a search are found too", () => {
    const typed = press(sampleState(found), "/invoice").state;
    const more = update(typed, {
      type: "loaded",
      rows: [sampleRow(4, { title: "Invoice again" })],
      isLast: true,
    }).state;
    const searched = update(more, { type: "search", count: 100 }).state;
    expect(searched.shown.map(({ id }) => id)).toEqual(["ses_2", "ses_4", "ses_1"]);
  });
});

describe("actions", () => {
  test("33.2: Enter leaves with the selected session", () => {
    const { effects } = press(sampleState(rows), `${DOWN}\r`);
    const outcome = { type: "run", operation: "continue", input: { id: "ses_2" } };
    expect(effects).toEqual([{ type: "leave", outcome }]);
    const resumed = press(sampleState(rows, { purpose: "resume" }), "\r").effects;
    expect(resumed).toMatchObject([{ outcome: { operation: "resume", input: { id: "ses_1" } } }]);
  });

  test("33.2: a running session is not continued a second time, neither in its agent nor in another one", () => {
    const running = sampleState([sampleRow(1, { state: "running", pid: 4711 })]);
    for (const key of ["\r", "a"]) {
      const { state, effects } = press(running, key);
      expect(effects).toEqual([]);
      expect(state.message).toEqual({
        text: "00000001 is still running in process 4711: continue in its terminal, or end it first.",
        isBad: true,
      });
    }
    expect(press({ ...running, purpose: "resume" }, "\r").effects).toHaveLength(1);
  });

  test("33.2: nothing is dismissed without a yes, and a running session is said to be running", () => {
    const asked = press(sampleState([sampleRow(1, { state: "running" })]), "x");
    expect(asked.effects).toEqual([]);
    expect(screenOf(asked.state).join("\n")).toContain("It is still running.");
    for (const no of ["\r", "n", "\x1b", "q"]) expect(press(asked.state, no).effects).toEqual([]);
    const request = { type: "dismiss", id: "ses_1", undo: false };
    expect(press(asked.state, "y").effects).toEqual([{ type: "call", request }]);
  });

  test("33.2: x on a dismissed session brings it back", () => {
    const asked = press(sampleState([sampleRow(1, { isDismissed: true })]), "x");
    expect(asked.effects).toEqual([]);
    const { effects } = press(asked.state, "y");
    expect(effects).toEqual([{ type: "call", request: { type: "dismiss", id: "ses_1", undo: true } }]);
  });

  test("33.2: files are restored only after their plan was shown and confirmed", () => {
    const asked = press(sampleState(rows), "f");
    expect(asked.effects).toEqual([{ type: "call", request: { type: "turns", id: "ses_1" } }]);
    const turns = {
      request: { type: "turns", id: "ses_1" },
      type: "turns",
      newest: "7",
      lines: ["7 (1 file): Rename it"],
    } as const;
    const input = update(asked.state, { type: "answered", answer: turns }).state;
    expect(screenOf(input).join("\n")).toContain("7 (1 file): Rename it");
    const planned = press(input, "\x7f5\r");
    const plan = { type: "plan", id: "ses_1", turn: "5", overwrite: false } as const;
    expect(planned.effects).toEqual([{ type: "call", request: plan }]);
    const answer = {
      request: plan,
      type: "plan",
      lines: ["Would restore 1 file"],
      files: 1,
      conflicts: 0,
    } as const;
    const confirm = update(planned.state, { type: "answered", answer }).state;
    expect(screenOf(confirm).join("\n")).toContain("Restore the files to before turn 5?");
    expect(press(confirm, "\r\x1b").effects).toEqual([]);
    const restore = { type: "restore", id: "ses_1", turn: "5", overwrite: false };
    expect(press(confirm, "y").effects).toEqual([{ type: "call", request: restore }]);
    expect(press(confirm, "o").effects).toEqual([]);
  });

  test("33.2: files that somebody else changed are restored only after `o` and the plan that includes them", () => {
    const request = { type: "plan", id: "ses_1", turn: "5", overwrite: false } as const;
    const kept = { request, type: "plan", lines: ["a.ts: changed since"], files: 0, conflicts: 1 } as const;
    const shown = update(sampleState(rows), { type: "answered", answer: kept }).state;
    expect(screenOf(shown).join("\n")).toContain("o the kept files too");
    expect(press(shown, "y").effects).toEqual([]);
    const planned = press(shown, "o");
    expect(planned.effects).toEqual([{ type: "call", request: { ...request, overwrite: true } }]);
    const all = { ...kept, request: { ...request, overwrite: true }, files: 1, conflicts: 0 };
    const confirm = update(planned.state, { type: "answered", answer: all }).state;
    expect(screenOf(confirm).join("\n")).toContain(
      "Restore all files, also those of others, to before turn 5?",
    );
    expect(press(confirm, "y").effects).toEqual([
      { type: "call", request: { ...request, type: "restore", overwrite: true } },
    ]);
  });

  test("33.2: a name is typed, and an empty one saves nothing", () => {
    const asked = press(sampleState(rows), "n").state;
    expect(press(asked, "\r").effects).toEqual([]);
    expect(press(asked, "before refactor\r").effects).toEqual([
      { type: "call", request: { type: "name", id: "ses_1", name: "before refactor" } },
    ]);
  });

  test("33.2: another agent is chosen by arrow or number", () => {
    const request = { type: "agents", id: "ses_1" } as const;
    const answer = { request, type: "agents", agents: ["codex", "gemini"] } as const;
    const asked = update(sampleState(rows), { type: "answered", answer }).state;
    const chosen = { operation: "continue", input: { id: "ses_1", in: "gemini" } };
    expect(press(asked, `${DOWN}\r`).effects).toMatchObject([{ type: "leave", outcome: chosen }]);
    expect(press(asked, "2").effects).toMatchObject([{ type: "leave", outcome: chosen }]);
    expect(press(asked, "\x1b").state.overlay).toBeUndefined();
  });

  test("33.2: Ctrl-C quits from everywhere", () => {
    for (const keys of ["", "/abc", "x", "?", " "]) {
      const { effects } = press(sampleState(rows), `${keys}\x03`);
      expect(effects.at(-1)).toEqual({ type: "leave", outcome: { type: "quit" } });
    }
  });

  test("33.2: Esc steps back from the preview to the list", () => {
    const preview = press(sampleState(rows), " ").state;
    expect(preview.focus).toBe("preview");
    const { state, effects } = press(preview, "\x1b");
    expect(state.focus).toBe("list");
    expect(effects).toEqual([]);
  });
});
