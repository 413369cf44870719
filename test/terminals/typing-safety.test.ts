import { describe, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { codex } from "../../src/agents/codex/adapter.ts";
import { gemini } from "../../src/agents/gemini/adapter.ts";
import { opencode } from "../../src/agents/opencode/adapter.ts";
import { pi } from "../../src/agents/pi/adapter.ts";
import type { PaneView } from "../../src/kernel/ports/terminals.ts";
import {
  checkEnterSafety,
  checkTypingSafety,
  isStillTyped,
  type PaneState,
} from "../../src/terminals/check-typing-safety.ts";

const RULE = "─".repeat(60);

/** A screen as the clients drew it; the cursor's line is the one with ▮, which stands for the cursor itself. */
function scene(
  agent: typeof codex,
  screen: string[],
  change: { view?: Partial<PaneView>; terminal?: object } = {},
): PaneState {
  const y = screen.findIndex((line) => line.includes("▮"));
  const lines = screen.map((line) => line.replace("▮", ""));
  const view: PaneView = {
    tty: "/dev/pts/7",
    pid: 10,
    isDead: false,
    isInMode: false,
    cursor: { x: screen[y]?.indexOf("▮") ?? 0, y },
    lines,
    cursorLine: lines[y] ?? "",
    ...change.view,
  };
  return {
    view,
    terminal: { tty: "/dev/pts/7", foreground: true, ...change.terminal },
    composer: agent.terminal.composer,
  };
}

const IDLE = {
  codex: scene(codex, ["• Done it.", "", "› ▮                        ", "", "  fake-model · ~/shop"]),
  "claude-code": scene(claudeCode, ["● Done it.", "", RULE, "❯ ▮", RULE, "  ? for shortcuts"]),
  gemini: scene(gemini, ["✦ Done it.", RULE, " > ▮  Type your message or @path/to/file", "", " ~/shop"]),
  opencode: scene(opencode, [
    "  ┃",
    '  ┃  ▮Ask anything… "Fix it"',
    "  ┃",
    "  ┃  Build · Fake",
    "  tab agents",
  ]),
  pi: scene(pi, [" Done it.", RULE, "▮ ", RULE, "~/shop (main)", "0.1%/100k (auto)   fake-1"]),
};

describe("typing into a client's terminal", () => {
  test.each(Object.entries(IDLE))("is allowed where %s waits with an empty composer", (_agent, idle) => {
    expect(checkTypingSafety(idle)).toBeUndefined();
  });

  test.each([
    ["codex", scene(codex, ["", "› half typed▮"])],
    ["codex, the cursor moved back to the start", scene(codex, ["", "› ▮half typed"])],
    ["codex, in a second line", scene(codex, ["› half", "  typed▮"])],
    ["claude-code", scene(claudeCode, [RULE, "❯ half typed▮", RULE])],
    ["claude-code, the cursor moved back to the start", scene(claudeCode, [RULE, "❯ ▮half typed", RULE])],
    ["opencode", scene(opencode, ["  ┃", "  ┃  half typed▮", "  ┃"])],
    ["pi", scene(pi, [RULE, "half typed▮ ", RULE])],
    ["pi, the cursor moved back to the start", scene(pi, [RULE, "▮half typed", RULE])],
    ["gemini", scene(gemini, [RULE, " > half typed▮"])],
    ["gemini, the cursor moved back to the start", scene(gemini, [RULE, " > ▮half typed"])],
  ])("SEC-S39: is refused while the user has typed something: %s", (_name, typed) => {
    expect(checkTypingSafety(typed)).toMatch(/input line is not empty/);
  });

  test.each([
    [
      "codex",
      scene(codex, [
        "  Would you like to run it?",
        "▮› 1. Yes, proceed (y)",
        "  2. No (esc)",
        "  Press enter to confirm or esc to cancel",
      ]),
    ],
    [
      "claude-code",
      scene(claudeCode, [
        " Do you want to proceed?",
        " ▮❯ 1. Yes",
        "   4. No",
        " Esc to cancel · Tab to amend",
      ]),
    ],
    [
      "gemini",
      scene(gemini, [
        "│ Allow execution of [Shell]?  │",
        "│ ● 1. Allow once  │",
        "│   3. No, suggest changes (esc) │",
        "▮",
      ]),
    ],
    ["pi", scene(pi, [RULE, "> ▮", "→ ✓ fake-1", "  Enter to select · Escape/Ctrl+C to cancel", RULE])],
  ])("is refused while a dialog is open: %s", (_name, asking) => {
    expect(checkTypingSafety(asking)).toBe("a dialog is open");
    expect(checkEnterSafety(asking)).toBe("a dialog is open");
  });

  test.each([
    ["codex", scene(codex, ["◦ Working (2s • esc to interrupt)", "", "› ▮"])],
    ["claude-code", scene(claudeCode, ["✽ Slithering… (4s)", RULE, "❯ ▮", RULE, "  esc to interrupt"])],
    [
      "gemini",
      scene(gemini, ["⠼ Thinking... (esc to cancel, 4s)", RULE, " > ▮  Type your message or @path/to/file"]),
    ],
    ["opencode", scene(opencode, ["  ┃  ▮", "  ┃  Build · Fake", "  ⬝⬝■■  esc interrupt"])],
    ["pi", scene(pi, [`── ⠹ Working ${RULE}`, "▮ ", RULE, "~/shop (main)"])],
  ])("is refused while a turn runs, since the text would join it: %s", (_name, busy) => {
    expect(checkTypingSafety(busy)).toBe("it is at work");
  });

  test.each([
    ["a pane that is gone", { ...IDLE.codex, view: undefined }, "its terminal is gone"],
    ["a dead pane", scene(codex, ["› ▮"], { view: { isDead: true } }), "its terminal is gone"],
    [
      "copy mode",
      scene(codex, ["› ▮"], { view: { isInMode: true } }),
      "a person is scrolling back in the terminal",
    ],
    [
      "another program in front",
      scene(codex, ["› ▮"], { terminal: { foreground: false } }),
      "another program has the terminal",
    ],
    [
      "a pane id that is another pane's now",
      scene(codex, ["› ▮"], { view: { tty: "/dev/pts/8" } }),
      "its process is not in that terminal",
    ],
    ["a client that is gone", { ...IDLE.codex, terminal: undefined }, "its process is not in that terminal"],
  ])("SEC-S38: is refused, also right before Enter: %s", (_name, wrong, why) => {
    expect(checkTypingSafety(wrong)).toBe(why);
    expect(checkEnterSafety(wrong)).toBe(why);
  });

  const TEXT = "[holdfast restart] Check the current state, and wait.";
  test.each([
    ["as it was typed", ["› [holdfast restart] Check the current", "  state, and wait.▮"], true],
    [
      "with a line break for an Enter that came too soon",
      [" > Check the current state, and wait.", "   ▮"],
      true,
    ],
    ["as the name of a long paste", ["› [Pasted Content 3000 chars]▮"], true],
    ["not, once it was taken", ["› Check the current state, and wait.", "• Working", "› ▮"], false],
    ["not, where a dialog came of it", ["› Check the current state, and wait.", "▮› 1. Yes"], false],
  ])("the text is still there %s", (_how, screen, isThere) => {
    expect(isStillTyped(scene(codex, screen), TEXT)).toBe(isThere);
  });

  test("a screen that is not understood is not typed into", () => {
    expect(checkTypingSafety(scene(codex, ["$ ▮"]))).toMatch(/not visible/);
  });
});
