import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { nativeId } from "../client/native-id.mjs";
import { ask } from "../client/person.mjs";
import { recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, PROMPTS } from "./shop-work.mjs";

const MOST_TRIES = 5;
const ANSWERED_MS = 5_000;

export const renamed = scenario("claude-code", "renamed", /^❯/m, "Yes, I trust this folder");
export const geminiRenamed = scenario("gemini", "gemini-renamed", /Type your message/);
export const piRenamed = scenario("pi", "pi-renamed", /fake-1\s*$/m);

/**
 * @param {"claude-code" | "gemini" | "pi"} agent
 * @param {string} name
 * @param {RegExp} composer
 * @param {string} [answer] to what the client asks first, since it does not know the directory
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, composer, answer) {
  return {
    name,
    says: `${agent}: after kill -9 and a rename of the directory, the conversation goes on there and deleted files come back`,
    async run(open) {
      const lab = await open({ agent });
      const file = join("src", "cart.js");
      const before = readFileSync(join(lab.project, file), "utf8");
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await doTwoTurns(lab, session);
      lab.model.enqueue([{ tools: [lab.tools.run("rm src/cart.js")] }, { text: "Removed." }]);
      await session.prompt(PROMPTS.third);
      await session.kill9();
      assert.ok(!existsSync(join(lab.project, file)));
      const terminal = openTerminal(lab);
      await terminal.open();
      const there = join(dirname(lab.project), "store");
      renameSync(lab.project, there);
      // Something else may be there afterwards.
      mkdirSync(lab.project);
      await terminal.run(`cd ${there}`);
      await terminal.run("holdfast restore 3 --yes");
      await terminal.until(/To take it back/);
      assert.equal(readFileSync(join(there, file), "utf8"), before);
      await terminal.run("clear");
      await terminal.run(`holdfast continue ${nativeId(session)}`);
      if (answer) await choose(terminal, answer, composer);
      await terminal.until(composer);
      const request = await ask(lab, terminal, { prompt: "Tell me where we were." });
      const conversation = request.text.replaceAll(recoveredText(request), "");
      assert.ok(conversation.includes(PROMPTS.third), "the conversation was not resumed");
    },
  };
}

/**
 * Answers what the client asks first. It draws the question again while it starts: the first choice is selected again then, and a
 * key that was pressed before has no effect.
 * @param {ReturnType<typeof openTerminal>} terminal
 * @param {string} answer
 * @param {RegExp} next what is on the screen afterwards
 */
async function choose(terminal, answer, next) {
  await terminal.until(answer);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await terminal.pressUntil("Down", `❯ ${answer}`);
    await terminal.press("Enter");
    const isOver = await terminal.until(next, ANSWERED_MS).then(
      () => true,
      () => false,
    );
    if (isOver) return;
  }
}
