import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { doTwoTurns, PROMPTS } from "./shop-work.mjs";

/** How a user calls the skill, and a use of the context that is nearly full but not yet compacted. */
const CLIENTS = {
  "claude-code": {
    skill: "/holdfast:checkpoint",
    full: { cache_read_input_tokens: 900_000 },
    over: { cache_read_input_tokens: 90_000 },
    env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" },
  },
  codex: {
    skill: "$checkpoint",
    full: { input_tokens: 220_000, total_tokens: 220_010 },
    over: { input_tokens: 250_000, total_tokens: 250_010 },
    env: {},
  },
};

/** @typedef {keyof typeof CLIENTS} Agent */

/** The project's folder that is shared with another tool. @param {string} project */
function sharedFolder(project) {
  const folder = join(project, ".workflow_artifacts");
  mkdirSync(join(folder, "discount"), { recursive: true });
  const plan = join(folder, "discount", "current-plan.md");
  writeFileSync(plan, "CANARY: round down\n");
  const memory = join(folder, "memory");
  return { folder, plan, memory };
}

/** @param {Agent} agent @param {string} name @returns {import("../run-scenario.mjs").Scenario} */
function savedScenario(agent, name) {
  return {
    name,
    says: `P1 P23 P27 P34 P40 P42: ${agent}: a place saved by the skill outlives kill -9, and a new session restores it`,
    async run(open) {
      const lab = await open({ agent });
      const { folder, plan, memory } = sharedFolder(lab.project);
      await lab.holdfast("connect", agent);
      const first = lab.start();
      await doTwoTurns(lab, first);
      const words = { note: "Round the discount down", task: "discount", stage: "implement" };
      lab.model.enqueue([{ tools: [lab.tools.own("checkpoint_save", words)] }, { text: "Saved." }]);
      await first.prompt(`${CLIENTS[agent].skill} save my place`);
      assert.ok(lab.model.lastRequest().text.includes("Save a place"), "the skill was not loaded");
      await first.kill9();
      const waiting = readdirSync(memory).filter((file) => file.startsWith("pending-restore-"));
      assert.equal(waiting.length, 1, `no sentinel: ${readdirSync(memory).join()}`);

      const next = lab.start();
      const { own } = lab.tools;
      lab.model.enqueue([
        { tools: [own("checkpoint_resume", {})] },
        { text: "Read the artifacts again?" },
        { tools: [own("checkpoint_resume", { yes: true })] },
        { text: "Restored." },
      ]);
      await next.prompt(`${CLIENTS[agent].skill} --restore`);
      assert.match(lab.model.lastRequest().text, /Round the discount down/);
      await next.prompt("yes");
      const { text } = lab.model.lastRequest();
      assert.ok(text.includes(plan), "the path to read again is missing");
      assert.ok(!text.includes("CANARY"), "the contents of a file came into the record");
      assert.ok(!existsSync(join(memory, waiting[0] ?? "")), "the sentinel still waits");
      const ledger = readFileSync(join(folder, "discount", "cost-ledger.md"), "utf8");
      assert.match(
        ledger,
        /^\S+ \| [\d-]+ \| checkpoint \| haiku \| task \| save \| 0\n\S+ .* \| restore \| 0\n$/,
      );
    },
  };
}

/** @param {Agent} agent @param {string} name @returns {import("../run-scenario.mjs").Scenario} */
function heldScenario(agent, name) {
  return {
    name,
    says: `P36 P40 P43: ${agent}: a prompt that a full context refuses is kept, and run in the next session`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ place: { blockAt: 80 }, hooks: { deadlineMs: 3_000 } });
      const { memory } = sharedFolder(lab.project);
      await lab.holdfast("connect", agent);
      const session = lab.start();
      // The client may write its last answer after its hook: one before it is in the transcript by then.
      const usage = CLIENTS[agent].full;
      const edit = lab.tools.write(join(lab.project, "src", "discount.js"), "export {};\n");
      lab.model.enqueue([
        { tools: [edit], usage },
        { text: "The discount is written.", usage },
      ]);
      await session.prompt(PROMPTS.first);
      const before = lab.model.requests.length;
      await session.prompt("Now write the invoices.");
      assert.equal(lab.model.requests.length, before, "the prompt reached the model");
      await session.kill9();
      const kept = readdirSync(memory).filter((file) => file.startsWith("pending-prompt-"));
      assert.equal(kept.length, 1, `nothing was kept: ${readdirSync(memory).join()}`);

      const next = lab.start();
      const { own } = lab.tools;
      lab.model.enqueue([
        { tools: [own("checkpoint_resume", { yes: true, held: "all" })] },
        { text: "Done." },
      ]);
      await next.prompt("Restore my place.");
      const answer = lab.model.lastRequest().text.slice(-3_000);
      assert.match(answer, /"run": ?"Now write the invoices\."/);
    },
  };
}

/** @param {Agent} agent @param {string} name @returns {import("../run-scenario.mjs").Scenario} */
function compactedScenario(agent, name) {
  return {
    name,
    says: `P44: ${agent}: before an automatic compaction the place is written, and nothing stops the compaction`,
    async run(open) {
      const lab = await open({ agent });
      const { memory } = sharedFolder(lab.project);
      await lab.holdfast("connect", agent);
      const session = lab.start({ env: CLIENTS[agent].env });
      await doTwoTurns(lab, session);
      lab.model.enqueue([{ text: "<summary>Work on a shop.</summary>" }], lab.model.isCompaction);
      lab.model.enqueue([
        { text: "It rounds down now.", usage: CLIENTS[agent].over },
        { text: "All is well." },
      ]);
      await session.prompt(PROMPTS.third);
      await session.prompt("Go on.");
      assert.ok(lab.model.requests.some(lab.model.isCompaction), "the client did not compact");
      const [file = ""] = readdirSync(join(memory, "checkpoints"));
      assert.match(file, /-precompact\.md$/);
      const text = readFileSync(join(memory, "checkpoints", file), "utf8");
      assert.match(text, /^## Status\ncheckpoint save \(automatic/);
      assert.ok(!text.includes("CANARY"), "the contents of a file came into the record");
    },
  };
}

export const placeSaved = savedScenario("claude-code", "place-saved");
export const codexPlaceSaved = savedScenario("codex", "codex-place-saved");
export const promptHeld = heldScenario("claude-code", "prompt-held");
export const codexPromptHeld = heldScenario("codex", "codex-prompt-held");
export const placeCompacted = compactedScenario("claude-code", "place-compacted");
export const codexPlaceCompacted = compactedScenario("codex", "codex-place-compacted");
