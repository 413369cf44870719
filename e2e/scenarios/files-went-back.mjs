import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { answered, rewindInClaude } from "../client/go-back.mjs";
import { openTerminal } from "../client/terminal.mjs";

const FIRST = "Write the cart.";
const LEFT = "Rewrite the cart.";
const LEFT_ANSWER = "The cart is rewritten.";
const NEXT = "Look at the cart.";
const NEXT_ANSWER = "It is the first one.";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/** The files of a first and of a second turn. @param {Lab} lab */
function turnsOf({ tools, project }) {
  const cart = join(project, "src/cart.js");
  return [
    [{ tools: [tools.write(cart, "first\n")] }, { text: "The cart is written." }],
    [
      { tools: [tools.write(cart, "second\n"), tools.write(join(project, "src/made.js"), "made\n")] },
      { text: LEFT_ANSWER },
    ],
    [{ text: NEXT_ANSWER }],
  ];
}

/** @param {Lab} lab */
function assertBack({ project }) {
  assert.equal(readFileSync(join(project, "src/cart.js"), "utf8"), "first\n", "the client did not go back");
  assert.equal(existsSync(join(project, "src/made.js")), false, "the client did not go back");
}

/** @param {Lab} lab */
async function assertNoticed(lab) {
  const { rewinds } = await lab.json("changes");
  assert.deepEqual(
    rewinds.map(/** @param {any} each */ ({ turn }) => turn),
    [2],
  );
  const { sessions } = await lab.json("log", "--turns");
  const turns = sessions.flatMap(/** @param {any} each */ (each) => each.turns ?? []);
  assert.ok(
    turns.some(/** @param {any} each */ ({ wentBackTo }) => wentBackTo === 2),
    JSON.stringify(turns),
  );
}

/** @type {import("../run-scenario.mjs").Scenario} */
export const filesWentBack = {
  name: "files-went-back",
  says: "Files that /rewind of Claude Code brings back are noticed with the next prompt, in changes and log",
  async run(open) {
    const lab = await open({ latencyMs: 500 });
    const terminal = openTerminal(lab);
    await lab.holdfast("connect", "claude-code");
    const allowed = ["--permission-mode", "acceptEdits", "--allowedTools", "Bash"];
    await terminal.launch("claude-code", allowed);
    await terminal.until(/^❯/m);
    const [first = [], left = [], next = []] = turnsOf(lab);
    await answered(lab, terminal, { prompt: FIRST, replies: first });
    await answered(lab, terminal, { prompt: LEFT, replies: left });
    await rewindInClaude(terminal, {
      prompt: LEFT,
      answer: LEFT_ANSWER,
      offer: "Restore code and conversation",
    });
    assertBack(lab);
    await answered(lab, terminal, { prompt: NEXT, replies: next });
    await assertNoticed(lab);
  },
};

/** @type {import("../run-scenario.mjs").Scenario} */
export const opencodeFilesWentBack = {
  name: "opencode-files-went-back",
  says: "OpenCode: files that /undo brings back are noticed with the next prompt, in changes, log and the record",
  async run(open) {
    const lab = await open({ agent: "opencode", latencyMs: 500 });
    lab.configure({ hooks: { deadlineMs: 3_000 } });
    await lab.holdfast("connect", "opencode");
    const session = lab.start();
    const [first = [], left = [], next = []] = turnsOf(lab);
    lab.model.enqueue(first);
    await session.prompt(FIRST);
    lab.model.enqueue(left);
    await session.prompt(LEFT);
    await session.undo();
    assertBack(lab);
    lab.model.enqueue(next);
    await session.prompt(NEXT);
    await assertNoticed(lab);
    await lab.holdfast("save", "--name", "now");
    assert.match(
      await lab.holdfast("resume", "now"),
      /went back to their state before turn 2: src\/cart\.js/,
    );
  },
};
