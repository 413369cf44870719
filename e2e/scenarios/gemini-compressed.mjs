import assert from "node:assert/strict";
import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { assertSavedBefore } from "./saved-before.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const NEARLY_FULL = { promptTokenCount: 700_000, totalTokenCount: 700_010 };

/** @type {import("../run-scenario.mjs").Scenario} */
export const geminiCompressed = {
  name: "gemini-compressed",
  says: "Gemini CLI: of all its announcements only the real compression is kept, and the next prompt delivers the facts",
  async run(open) {
    const lab = await open({ agent: "gemini" });
    await lab.holdfast("connect", "gemini");
    const session = lab.start();
    await doTwoTurns(lab, session);
    // The client counts anew in each process: the call after this tool is where it compresses.
    lab.model.enqueue([{ tools: [lab.tools.run("true")], usage: NEARLY_FULL }]);
    await session.prompt(PROMPTS.third);
    assert.ok(lab.model.isCompaction(lab.model.lastRequest()), "the client did not compress");

    await assertSavedBefore(lab);
    await session.prompt("Go on.");
    // Without a terminal every prompt resumes the session, so that older records may stand in what was not compressed.
    const request = lab.model.lastRequest();
    const newest = request.text.slice(request.text.lastIndexOf("<holdfast-recovery"));
    const { latest: _replaced, ...facts } = FACTS;
    assertRecovered({ ...request, text: newest }, facts);
    lab.saw("recovery after a compaction", carrierOfRecord(lab, "next prompt"));
  },
};
