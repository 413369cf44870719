import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const openclawCompacted = {
  name: "openclaw-compacted",
  says: "OpenClaw: the prompt after a compaction receives what its summary left out",
  async run(open) {
    const lab = await open({ agent: "openclaw" });
    await lab.holdfast("connect", "openclaw");
    const session = lab.start();
    await doTwoTurns(lab, session);
    await session.prompt(PROMPTS.third);
    lab.model.enqueue([{ text: "Work on a shop." }], lab.model.isCompaction);
    await session.compact();
    await session.prompt("Go on.");

    const request = lab.model.lastRequest();
    assert.ok(request.text.includes("Work on a shop."), "the request does not follow the compaction");
    assertRecovered(request, FACTS);
    lab.saw("recovery after a compaction", carrierOfRecord(lab, "next prompt"));
    await assertSavedBefore(lab);
  },
};
