import assert from "node:assert/strict";
import { EXPLORED, GOAL, REPORT } from "./rewound.mjs";

const AFTER = "explored-after-compaction";

/** @type {import("../run-scenario.mjs").Scenario} */
export const opencodeRewoundCompacted = {
  name: "opencode-rewound-compacted",
  says: "opencode, W16 W19: after a compaction in the exploration the report follows its summary, with a warning",
  async run(open) {
    const lab = await open({ agent: "opencode" });
    lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 3_000 } });
    await lab.holdfast("connect", "opencode");
    const session = lab.start();
    const later = { text: "I go on later." };
    lab.model.enqueue([
      { tools: [lab.tools.own("checkpoint", { goal: GOAL })] },
      { tools: [lab.tools.run(`echo ${EXPLORED}`)] },
      // A stop recalls the mark three times.
      later,
      later,
      later,
      later,
    ]);
    await session.prompt("Who calls the parser?");
    lab.model.enqueue([{ text: "We look for a caller." }], lab.model.isCompaction);
    await session.compact();
    lab.model.enqueue([
      { tools: [lab.tools.run(`echo ${AFTER}`)] },
      { tools: [lab.tools.own("rewind", { report: REPORT })] },
      { text: "It is the cart." },
    ]);
    await session.prompt("Go on.");
    const { text } = lab.model.lastRequest();
    assert.equal(text.split(REPORT).length, 2, `the report is not there exactly once: ${text}`);
    assert.ok(text.includes("We look for a caller."), "the summary is gone");
    assert.match(text, /the conversation was compacted after the checkpoint/);
    const [conversation = "", facts = ""] = text.split("What already happened");
    assert.ok(!conversation.includes(AFTER), "the exploration is still there");
    assert.ok(facts.includes(AFTER) && facts.includes(EXPLORED), "what happened is missing");
  },
};
