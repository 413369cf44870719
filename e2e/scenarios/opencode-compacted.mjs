import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const opencodeCompacted = {
  name: "opencode-compacted",
  says: "OpenCode: the prompt of a compaction says what to keep, and the prompt after it receives what its summary left out",
  async run(open) {
    const lab = await open({ agent: "opencode" });
    await lab.holdfast("connect", "opencode");
    const session = lab.start();
    await doTwoTurns(lab, session);
    await session.prompt(PROMPTS.third);
    lab.model.enqueue([{ text: "Work on a shop." }], lab.model.isCompaction);
    await session.compact();
    await session.prompt("Go on.");

    const asked = lab.model.requests.find(lab.model.isCompaction);
    assert.ok(
      asked?.raw.includes("Keep word for word in the summary"),
      "the prompt of the compaction does not say what to keep",
    );
    const request = lab.model.lastRequest();
    assert.ok(request.text.includes("Work on a shop."), "the request does not follow the compaction");
    const newest = request.text.slice(request.text.lastIndexOf("<holdfast-recovery"));
    assertRecovered({ ...request, text: newest }, FACTS);
    lab.saw("recovery after a compaction", carrierOfRecord(lab, "next prompt"));
    await assertSavedBefore(lab);
  },
};
