import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const subagentFiles = scenario("claude-code", "subagent-files", "");
export const codexSubagentFiles = scenario("codex", "codex-subagent-files", "Codex CLI: ");
export const geminiSubagentFiles = scenario("gemini", "gemini-subagent-files", "Gemini CLI: ");
export const opencodeSubagentFiles = scenario("opencode", "opencode-subagent-files", "OpenCode: ");
export const ohMyPiSubagentFiles = scenario("oh-my-pi", "oh-my-pi-subagent-files", "oh-my-pi: ");

const REQUEST = "Port the cart to euros.";
const FOR_SUBAGENT = "Clean up the notes.";
const FILES = ["notes.md", "src/cart.js", "src/euro.js"];

/**
 * @param {"claude-code" | "gemini" | "codex" | "oh-my-pi" | "opencode"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}what a subagent deletes and writes, by tool and by shell, comes back after kill -9`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 500 });
      const { run, write, delegate } = lab.tools;
      writeFileSync(join(lab.project, "notes.md"), "not committed\n");
      const original = read(lab.project);
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");

      lab.model.enqueue(
        [
          { tools: [run("rm notes.md && printf '// by the shell' > src/cart.js")] },
          { tools: [write(join(lab.project, "src/euro.js"), "export const euro = 1;\n")] },
          { text: "The notes are gone." },
        ],
        isOfSubagent,
      );
      const hang = { text: "Never said.", delayMs: 60_000 };
      lab.model.enqueue(
        // Codex's subagents work beside it: it would be killed before theirs was done.
        [{ tools: [delegate(FOR_SUBAGENT)] }, { ...hang, after: isOfSubagent }],
        ({ raw }) => raw.includes(REQUEST),
      );
      session.send(REQUEST);
      await lab.model.nextRequest(
        (request) => isOfSubagent(request) && existsSync(join(lab.project, "src/euro.js")),
      );
      await session.kill9();
      const destroyed = read(lab.project);
      assert.notDeepEqual(destroyed, original);

      const changes = await lab.holdfast("changes");
      for (const path of FILES)
        assert.ok(changes.includes(path), `changes does not name ${path}:\n${changes}`);
      const restored = await lab.holdfast("restore", "2", "--yes");
      assert.deepEqual(read(lab.project), original, restored);
      await lab.holdfast("undo");
      assert.deepEqual(read(lab.project), destroyed);
    },
  };
}

/** @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function isOfSubagent({ raw }) {
  return !raw.includes(REQUEST) && raw.includes(FOR_SUBAGENT);
}

/** Each file by its text. @param {string} project */
function read(project) {
  return FILES.map((path) => {
    const file = join(project, path);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  });
}
