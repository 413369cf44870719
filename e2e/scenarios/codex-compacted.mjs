import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const NEARLY_FULL = { input_tokens: 250_000, total_tokens: 250_010 };

/** @type {import("../run-scenario.mjs").Scenario} */
export const codexCompacted = {
  name: "codex-compacted",
  says: "Codex CLI: after an automatic compaction the same thread receives what its summary left out",
  async run(open) {
    const lab = await open({ agent: "codex" });
    await lab.holdfast("connect", "codex");
    const session = lab.start();
    await doTwoTurns(lab, session);
    lab.model.enqueue([{ text: "Work on a shop." }], lab.model.isCompaction);
    lab.model.enqueue([{ text: "It rounds down now.", usage: NEARLY_FULL }, { text: "All is well." }]);
    await session.prompt(PROMPTS.third);
    await session.prompt("Go on.");

    const request = lab.model.lastRequest();
    assert.ok(lab.model.requests.some(lab.model.isCompaction), "the client did not compact");
    assert.ok(request.text.includes("Work on a shop."), "the request does not follow the compaction");
    assertRecovered(request, FACTS);
    lab.saw("recovery after a compaction", carrierOfRecord(lab, "next prompt"));
    await assertSavedBefore(lab);
  },
};
