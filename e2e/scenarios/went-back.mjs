import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { filesBelow } from "../client/files-below.mjs";
import { answered, rewindInClaude } from "../client/go-back.mjs";
import { type } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";

const FIRST = "Find the rounding bug. Never touch src/invoice.js.";
const FIRST_ANSWER = "It is in the cart.";
const LEFT = "Try the mystery way. Always import the mystery module.";
const LEFT_ANSWER = "The mystery way leads nowhere.";
const NEXT = "Round the total to cents.";
const SAVED = "while-left";
const TRACES = /mystery|left-branch|leads nowhere/i;
/** How long a menu that was just drawn may drop keys. */
const SETTLING_MS = 1_000;

/** @typedef {ReturnType<typeof openTerminal>} Terminal */
/** @typedef {import("../client/lab.mjs").Lab} Lab */

/**
 * A person goes back on the client's own screen, asks for something else, and the client is killed at it.
 * @param {"claude-code" | "pi"} agent
 * @param {string} name
 * @param {{ means: string, args: string[], composer: RegExp, goBack: (terminal: Terminal) => Promise<void> }} how
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function wentBackScenario(agent, name, { means, args, composer, goBack }) {
  return {
    name,
    says: `${agent}, W16: what a person left with ${means} is kept but neither listed nor recovered, after kill -9 too`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      const { pid } = await terminal.launch(agent, args);
      await terminal.until(composer);
      await answered(lab, terminal, { prompt: FIRST, replies: [{ text: FIRST_ANSWER }] });
      const own = lab.tools.own("checkpoint_save", { name: SAVED, state: { next_steps: ["mystery"] } });
      const tools = [own, lab.tools.run("echo left-branch")];
      await answered(lab, terminal, { prompt: LEFT, replies: [{ tools }, { text: LEFT_ANSWER }] });
      await savedBecomes(lab, [SAVED]);

      await goBack(terminal);
      lab.model.enqueue([
        { tools: [lab.tools.run("echo next-branch")] },
        { delayMs: 60_000, text: "Killed." },
      ]);
      await type(terminal, NEXT);
      const working = await lab.model.nextRequest(({ text }) => text.split("next-branch").length > 1);
      assert.doesNotMatch(working.text, TRACES, "the client did not go back");
      await isWritten(lab);
      process.kill(pid, "SIGKILL");

      const next = lab.start();
      await next.prompt("Go on.");
      const request = lab.model.lastRequest();
      assertRecovered(request, { goal: FIRST, latest: NEXT });
      assert.doesNotMatch(recoveredText(request), TRACES);
      assert.deepEqual(await savedIn(lab), []);
      await next.end();
    },
  };
}

/** @param {Lab} lab @returns {Promise<string[]>} */
async function savedIn(lab) {
  const { checkpoints } = await lab.json("list");
  return checkpoints.flatMap(/** @param {any} each */ ({ name }) => (name === null ? [] : [name]));
}

/** The client writes its files a moment later. @param {Lab} lab */
async function isWritten(lab) {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const files = filesBelow(lab.transcripts).filter((path) => path.endsWith(".jsonl"));
    if (files.some((path) => readFileSync(path, "utf8").includes(NEXT))) return;
    if (Date.now() > end) throw new Error("The prompt was not written.");
  }
}

/** @param {Terminal} terminal */
async function treeInPi(terminal) {
  await type(terminal, "/tree");
  await terminal.until("Session Tree");
  await sleep(SETTLING_MS);
  await terminal.press(FIRST_ANSWER);
  await terminal.until(new RegExp(`› .*${FIRST_ANSWER}`));
  await terminal.press("Enter");
  await terminal.until("Summarize branch?");
  await sleep(SETTLING_MS);
  await terminal.press("Enter");
  await terminal.until("Navigated to selected point");
}

export const wentBack = wentBackScenario("claude-code", "went-back", {
  means: "/rewind",
  args: ["--permission-mode", "acceptEdits", "--allowedTools", "Bash,mcp__plugin_holdfast_holdfast"],
  composer: /^❯/m,
  goBack: (terminal) =>
    rewindInClaude(terminal, { prompt: LEFT, answer: LEFT_ANSWER, offer: "Restore conversation" }),
});
export const piWentBack = wentBackScenario("pi", "pi-went-back", {
  means: "/tree",
  args: [],
  composer: /fake-1\s*$/m,
  goBack: treeInPi,
});

/** OpenCode's screen asks its own server to take back a prompt, as this does. @type {import("../run-scenario.mjs").Scenario} */
export const opencodeWentBack = {
  name: "opencode-went-back",
  says: "opencode, W16: what a person took back is neither listed nor recovered, counts again when they return, and is not after kill -9",
  async run(open) {
    const lab = await open({ agent: "opencode" });
    lab.configure({ hooks: { deadlineMs: 3_000 } });
    await lab.holdfast("connect", "opencode");
    const session = lab.start();
    lab.model.enqueue([{ text: FIRST_ANSWER }]);
    await session.prompt(FIRST);
    const own = lab.tools.own("checkpoint_save", { name: SAVED, state: { next_steps: ["mystery"] } });
    lab.model.enqueue([{ tools: [own, lab.tools.run("echo left-branch")] }, { text: LEFT_ANSWER }]);
    await session.prompt(LEFT);
    await savedBecomes(lab, [SAVED]);
    await session.undo();
    await savedBecomes(lab, []);
    await session.redo();
    await savedBecomes(lab, [SAVED]);
    await session.undo();
    await savedBecomes(lab, []);

    lab.model.enqueue([{ tools: [lab.tools.run("echo next-branch")] }, { delayMs: 60_000, text: "Killed." }]);
    session.send(NEXT);
    const working = await lab.model.nextRequest(({ text }) => text.split("next-branch").length > 1);
    assert.doesNotMatch(working.text, TRACES, "the client did not go back");
    await session.kill9();

    const next = lab.start();
    await next.prompt("Go on.");
    const request = lab.model.lastRequest();
    assertRecovered(request, { goal: FIRST, latest: NEXT });
    assert.doesNotMatch(recoveredText(request), TRACES);
    assert.deepEqual(await savedIn(lab), []);
    await next.end();
  },
};

/** The plugin reports the way back a moment later. @param {Lab} lab @param {string[]} names */
async function savedBecomes(lab, names) {
  for (const end = Date.now() + 60_000; ; await sleep(200)) {
    const saved = await savedIn(lab);
    if (saved.join() === names.join()) return;
    if (Date.now() > end) assert.deepEqual(saved, names);
  }
}
