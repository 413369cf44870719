import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const LIMIT_MS = 60_000;
const REQUEST = "Port the cart to euros.";
const FOR_SUBAGENT = "Find every place that rounds.";
const HANDED_OVER = "checkpoint when a subagent starts or ends";

export const delegated = delegating({ name: "delegated", agent: "claude-code" });
export const codexDelegated = delegating({ name: "codex-delegated", agent: "codex" });
export const geminiDelegated = delegating({ name: "gemini-delegated", agent: "gemini" });
export const opencodeDelegated = delegating({ name: "opencode-delegated", agent: "opencode" });
export const ohMyPiDelegated = delegating({ name: "oh-my-pi-delegated", agent: "oh-my-pi" });

/**
 * @param {{ name: string, agent: "claude-code" | "codex" | "gemini" | "opencode" | "oh-my-pi" }} which
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function delegating({ name, agent }) {
  return {
    name,
    says: `D31: a checkpoint is made when ${agent} hands work to a subagent`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      lab.model.enqueue([{ text: "It rounds in one place." }], isOfSubagent);
      lab.model.enqueue(
        // Codex's subagents work beside it, and it would end before one had begun.
        [{ tools: [lab.tools.delegate(FOR_SUBAGENT)] }, { text: "All is well.", after: isOfSubagent }],
        isOfSession,
      );
      await session.prompt(REQUEST);
      const { id } = await madeBy(lab, "handoff");
      assert.match(await lab.holdfast("resume", id), /Port the cart to euros/);
      lab.saw(HANDED_OVER);
    },
  };
}

export const manyFiles = changing({ name: "many-files", agent: "claude-code" });
export const codexManyFiles = changing({ name: "codex-many-files", agent: "codex" });
export const piManyFiles = changing({ name: "pi-many-files", agent: "pi" });

/**
 * @param {{ name: string, agent: "claude-code" | "codex" | "pi" }} which
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function changing({ name, agent }) {
  return {
    name,
    says: `D32: a checkpoint is made after ${agent} has changed five files, at the end of the turn`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      const paths = ["a", "b", "c", "d", "e"].map((file) => `${lab.project}/src/${file}.js`);
      const writes = paths.map((path) => lab.tools.write(path, "export {};\n"));
      lab.model.enqueue([{ tools: writes }, { text: "All is well." }]);
      await session.prompt(REQUEST);
      const { id } = await madeBy(lab, "file_change");
      assert.match(await lab.holdfast("resume", id), /Files modified \(5\)/);
    },
  };
}

export const destructive = destroying({ name: "destructive-command", agent: "claude-code" });
export const codexDestructive = destroying({ name: "codex-destructive-command", agent: "codex" });
export const geminiDestructive = destroying({ name: "gemini-destructive-command", agent: "gemini" });

/**
 * @param {{ name: string, agent: "claude-code" | "codex" | "gemini" }} which
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function destroying({ name, agent }) {
  return {
    name,
    says: `D35: a checkpoint keeps what was known before ${agent} ran a destructive command, none a dry run`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      lab.model.enqueue([
        { tools: [lab.tools.run("git clean --dry-run -fd")] },
        { text: "Nothing is lost." },
      ]);
      await session.prompt(REQUEST);
      assert.ok(!(await triggers(lab)).includes("before_risk"), "a dry run is no risk");
      const commands = ["git status", "git reset --hard"].map((command) => lab.tools.run(command));
      lab.model.enqueue([...commands.map((tool) => ({ tools: [tool] })), { text: "All is as it was." }]);
      await session.prompt("Throw that away.");
      const { id } = await madeBy(lab, "before_risk");
      assert.match(await lab.holdfast("inspect", id), /git reset --hard/);
      assert.equal((await triggers(lab)).filter((trigger) => trigger === "before_risk").length, 1);
    },
  };
}

/** The checkpoint with that trigger, once it is there: events that need no answer come after the turn. @param {import("../client/lab.mjs").Lab} lab @param {string} trigger */
async function madeBy(lab, trigger) {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const { checkpoints } = await lab.json("list");
    const found = checkpoints.find(/** @param {any} each */ (each) => each.trigger === trigger);
    if (found) return found;
    const made = checkpoints.map(/** @param {any} each */ (each) => each.trigger);
    if (Date.now() > end) throw new Error(`No checkpoint by ${trigger}, but ${made.join(", ") || "none"}.`);
    await sleep(500);
  }
}

/** @param {import("../client/lab.mjs").Lab} lab @returns {Promise<string[]>} */
async function triggers(lab) {
  const { checkpoints } = await lab.json("list");
  return checkpoints.map(/** @param {any} each */ (each) => each.trigger);
}

/** @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function isOfSession({ raw }) {
  return raw.includes(REQUEST);
}

/** @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function isOfSubagent(request) {
  return !isOfSession(request);
}
