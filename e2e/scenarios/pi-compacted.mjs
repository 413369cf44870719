import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const NEARLY_FULL = { prompt_tokens: 90_000, total_tokens: 90_010 };

/**
 * @param {"pi" | "oh-my-pi"} agent
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function compactedScenario(agent) {
  return {
    name: `${agent}-compacted`,
    says: `${agent}: after an automatic compaction the same session receives what its summary left out, without a turn of its own`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await doTwoTurns(lab, session);
      // Oh-my-pi asks for several summaries at once, and shows the model two of them.
      const summary = { text: "Work on a shop." };
      lab.model.enqueue([summary, summary, summary], lab.model.isCompaction);
      lab.model.enqueue([{ text: "It rounds down now.", usage: NEARLY_FULL }, { text: "All is well." }]);
      await session.prompt(PROMPTS.third);
      const before = lab.model.requests.filter((request) => !lab.model.isCompaction(request)).length;
      await session.prompt("Go on.");

      const turns = lab.model.requests.filter((request) => !lab.model.isCompaction(request));
      assert.equal(turns.length, before + 1, "the record began a turn of its own");
      const request = lab.model.lastRequest();
      assert.ok(lab.model.requests.some(lab.model.isCompaction), "the client did not compact");
      assert.ok(request.text.includes("Work on a shop."), "the request does not follow the compaction");
      assertRecovered(request, FACTS);
      lab.saw("recovery after a compaction", carrierOfRecord(lab, "next prompt"));
      await assertSavedBefore(lab);
    },
  };
}

export const piCompacted = compactedScenario("pi");
export const ohMyPiCompacted = compactedScenario("oh-my-pi");
