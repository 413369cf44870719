import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const WINDOW = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" };
const NEARLY_FULL = { cache_read_input_tokens: 90_000 };

/** @type {import("../run-scenario.mjs").Scenario} */
export const compactedSession = {
  name: "compacted-session",
  says: "after an automatic compaction the same session receives what its summary left out",
  async run(open) {
    const lab = await open();
    await lab.holdfast("connect", "claude-code");
    const session = lab.start({ env: WINDOW });
    await doTwoTurns(lab, session);
    lab.model.enqueue([{ text: "<summary>Work on a shop.</summary>" }], lab.model.isCompaction);
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
