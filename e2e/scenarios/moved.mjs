import assert from "node:assert/strict";
import { join } from "node:path";
import { nativeId } from "../client/native-id.mjs";
import { ask } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { runProgram } from "../client/run-program.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const ASKED = "Tell me where we were.";
const PASSPHRASE = "seven quiet boats at dawn";
const REMOTES = ["git@git.test:ann/shop.git", "https://git.test/ann/shop"];

/**
 * A session is killed on one machine, exported, and goes on on another, whose home and clone are elsewhere.
 * @param {"claude-code" | "codex" | "pi"} from @param {"claude-code" | "codex" | "pi" | "gemini"} to
 * @param {{ name: string, composer: RegExp }} how
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function moveScenario(from, to, { name, composer }) {
  return {
    name,
    says: `${from}: a killed session goes on with ${to} on another machine`,
    async run(open) {
      const [one, other] = [await open({ agent: from }), await open({ agent: to })];
      for (const [i, lab] of [one, other].entries()) {
        await runProgram("git", ["remote", "add", "origin", REMOTES[i] ?? ""], {
          cwd: lab.project,
          env: lab.env,
        });
        Object.assign(lab.env, { HOLDFAST_PASSPHRASE: PASSPHRASE });
      }
      await one.holdfast("connect", from);
      await other.holdfast("connect", to);
      const first = one.start();
      await doTwoTurns(one, first);
      await first.prompt(PROMPTS.third);
      await first.kill9();

      const file = join(one.root, "work.holdfast");
      const exported = await one.json("export", "--output", file);
      assert.deepEqual(
        { encrypted: exported.encrypted, sessions: exported.sessions, conversations: exported.conversations },
        { encrypted: true, sessions: 1, conversations: 1 },
      );
      const imported = await other.json("import", file);
      assert.deepEqual(imported.warnings, []);
      assert.equal(imported.sessions.length, 1);

      const terminal = openTerminal(other);
      await terminal.open();
      const way = from === to ? "" : ` --in ${to}`;
      await terminal.run(`holdfast continue ${nativeId(first)}${way}`);
      await terminal.until(composer);
      const request = await ask(other, terminal, { prompt: ASKED });
      if (from === to) {
        const conversation = request.text.replaceAll(recoveredText(request), "");
        assert.ok(
          Object.values(PROMPTS).every((prompt) => conversation.includes(prompt)),
          "the conversation did not travel",
        );
      } else assertRecovered(request, { ...FACTS, latest: PROMPTS.third });
      // Calls and outputs stay as they were; the files are those of this machine.
      assert.ok(!recoveredText(request).includes(join(one.project, "src")), recoveredText(request));
    },
  };
}

export const moved = moveScenario("claude-code", "claude-code", { name: "moved", composer: /^❯/m });
export const codexMoved = moveScenario("codex", "codex", { name: "codex-moved", composer: /Ask Codex/ });
export const piMoved = moveScenario("pi", "pi", { name: "pi-moved", composer: /fake-1\s*$/m });
export const movedToGemini = moveScenario("claude-code", "gemini", {
  name: "moved-to-gemini",
  composer: /Type your message/,
});
