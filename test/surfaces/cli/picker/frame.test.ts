import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../../../../src/surfaces/cli/layout/text-width.ts";
import { createScreen } from "../../../../src/surfaces/cli/picker/terminal/screen.ts";
import { shortAge } from "../../../../src/surfaces/cli/picker/view/columns.ts";
import { frameOf } from "../../../../src/surfaces/cli/picker/view/frame.ts";
import { paint } from "../../../../src/surfaces/cli/picker/view/paint.ts";
import { NOW, press, sampleRow, sampleState, screenOf } from "./sample-rows.ts";

const SIZES = [
  { columns: 160, rows: 45 },
  { columns: 110, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
  { columns: 20, rows: 5 },
];
const rows = [
  sampleRow(1, {
    title: "Let the discount apply to the whole cart",
    state: "running",
    openTodos: 2,
    files: 3,
  }),
  sampleRow(2, {
    title: "カートの割引を全体に適用する 👩‍👩‍👧 família",
    agent: "codex",
    failing: 1,
    branch: "feature/割引",
  }),
  sampleRow(3, {
    title: "\x1b[2J\x1b]0;owned\x07 hidden\r\nlines\u202e",
    state: "cut off",
    isDismissed: true,
  }),
];

describe("every frame", () => {
  test.each(SIZES)("33.2: fills $columns x $rows exactly, with wide and hostile titles", (size) => {
    for (const keys of ["", " ", "?", "x", "n", "/割引", "\t\t"])
      for (const text of screenOf(press(sampleState(rows, { size }), keys).state))
        expect(widthOf(text)).toBe(size.columns);
    expect(screenOf(sampleState(rows, { size }))).toHaveLength(size.rows);
  });

  test("33.2: no text of a session reaches the terminal as a control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (title) => {
        const state = sampleState([sampleRow(1, { title, branch: title, directory: title })]);
        for (const text of screenOf(state)) expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  test("sessions of another machine name it; without any there is no column for it", () => {
    const size = { columns: 140, rows: 24 };
    expect(screenOf(sampleState(rows, { size })).join("\n")).not.toContain("MACHINE");
    const moved = screenOf(sampleState([...rows, sampleRow(4, { machine: "laptop" })], { size })).join("\n");
    expect(moved).toContain("MACHINE");
    expect(moved).toMatch(/Title 4 .*laptop/);
  });

  test("33.2: the session that is selected stays visible at every size", () => {
    const many = Array.from({ length: 60 }, (_, i) => sampleRow(i + 1));
    for (const size of SIZES) {
      const state = press(sampleState(many, { size }), "\x1b[F").state;
      expect(screenOf(state).join("\n")).toContain("❯");
    }
  });
});

describe("what is shown", () => {
  test("33.2: running, cut off and dismissed sessions have signs, and columns are aligned", () => {
    const screen = screenOf(sampleState(rows, { size: { columns: 100, rows: 24 } }));
    const [head = "", first = "", second = "", third = ""] = screen.slice(2);
    expect(first).toMatch(/^❯ ● Let the discount apply to the whole cart/);
    expect(second).toMatch(/^ {4}カートの割引/);
    expect(third).toMatch(/^ {2}- \\u\{1b\}\[2J/);
    expect(first.indexOf("claude-code")).toBe(head.indexOf("AGENT"));
    expect(widthOf(second.slice(0, second.indexOf("codex")))).toBe(head.indexOf("AGENT"));
    expect(first.trimEnd()).toMatch(/3 {2} {5}2 {4}1h$/);
    expect(second).toContain("1!");
  });

  test("33.2: a narrow terminal leaves columns out rather than the title", () => {
    const screen = screenOf(sampleState(rows, { size: { columns: 40, rows: 10 } })).join("\n");
    expect(screen).toContain("Let the discount apply to the");
    expect(screen).not.toContain("claude-code");
  });

  test("33.2: the preview is beside the list from 110 columns on, and takes its place below", () => {
    const wide = screenOf(sampleState(rows, { size: { columns: 110, rows: 30 } })).join("\n");
    expect(wide).toContain(" │ Let the discount apply");
    const narrow = sampleState(rows);
    expect(screenOf(narrow).join("\n")).not.toContain("/home/ada/shop");
    expect(screenOf(press(narrow, " ").state).join("\n")).toContain("/home/ada/shop");
  });

  test("33.2: what to do is said where there is nothing to choose", () => {
    expect(screenOf(sampleState([])).join("\n")).toContain("holdfast connect");
    const elsewhere = sampleState([sampleRow(1, { worktree: "/x" })]);
    expect(screenOf(elsewhere).join("\n")).toContain("Tab shows those of other places.");
    expect(screenOf(press(sampleState(rows), "/zzzz").state).join("\n")).toContain('Nothing matches "zzzz".');
  });

  test("33.2: the age of a session is short", () => {
    const minute = 60_000;
    const ages = [
      -5,
      0,
      12 * minute,
      180 * minute,
      45 * 1_440 * minute,
      900 * 1_440 * minute,
      1_100 * 1_440 * minute,
    ];
    expect(ages.map(shortAge)).toEqual(["now", "now", "12m", "3h", "45d", "900d", "3y"]);
  });
});

const ESC = "\x1b";
const LINE_STARTS = new RegExp(`${ESC}\\[\\d+;1H`, "g");

describe("drawing", () => {
  const draw = (colors: boolean) => {
    const written: string[] = [];
    const screen = createScreen((text) => written.push(text), colors);
    return { screen, written };
  };

  test("33.2: only lines that changed are written again", () => {
    const { screen, written } = draw(true);
    const state = sampleState(rows);
    screen.draw(frameOf(state));
    screen.draw(frameOf(state));
    expect(written).toHaveLength(1);
    screen.draw(frameOf(press(state, "\x1b[B").state));
    expect(written[1]?.match(LINE_STARTS)).toEqual(["\x1b[4;1H", "\x1b[5;1H"]);
    screen.forget();
    screen.draw(frameOf(state));
    expect(written[2]?.match(LINE_STARTS)).toHaveLength(24);
  });

  test("33.2: without colors, only the selection, matches and headings are marked", () => {
    const { screen, written } = draw(false);
    screen.draw(frameOf(press(sampleState(rows), "/discount").state));
    expect(written.join("")).toContain("\x1b[7m");
    expect(written.join("")).toContain("\x1b[4mdiscount\x1b[24m");
    expect(written.join("")).not.toMatch(new RegExp(`${ESC}\\[(?:2|3\\d|4\\d|9\\d)m`));
  });

  test("33.2: all keys and marks are visible on a terminal of 80 by 24", () => {
    const { state } = press(sampleState(rows, { size: { columns: 80, rows: 24 } }), "?");
    const screen = screenOf(state).join("\n");
    expect(screen).toContain("Continue the session in its agent");
    expect(screen).toContain("OPEN          Open todos, and commands that still fail (2 1!)");
    expect(screen).not.toContain("more");
  });

  test("33.2: matches are marked within the title", () => {
    const frame = frameOf(press(sampleState(rows), "/cart").state);
    const painted = frame.lines.map((line) => paint(line, true)).join("\n");
    expect(painted).toContain("\x1b[4mcart\x1b[24m");
  });

  test("33.2: the cursor is where a person types, and hidden elsewhere", () => {
    expect(frameOf(sampleState(rows)).cursor).toBeUndefined();
    expect(frameOf(press(sampleState(rows), "/割引").state).cursor).toEqual({ row: 1, column: 6 });
    const { state } = press(sampleState(rows), "nab");
    const { cursor } = frameOf(state);
    expect(screenOf(state)[cursor?.row ?? 0]?.slice(0, cursor?.column)).toBe("Name: ab");
    expect(NOW).toBe(state.now);
  });
});
