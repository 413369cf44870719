import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXPLORED, GOAL, REPORT } from "./rewound.mjs";
import { assertCollapsed } from "./rewound-live.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const openclawRewound = {
  name: "openclaw-rewound",
  says: "OpenClaw, W2 W16 W19: with our context engine the model reads the report alone from the next turn on, after kill -9 too, and compactions go on",
  async run(open) {
    const lab = await open({ agent: "openclaw" });
    lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 3_000 } });
    await lab.holdfast("connect", "openclaw");
    const file = join(lab.home, ".openclaw", "openclaw.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    settings.plugins.slots.contextEngine = "holdfast";
    writeFileSync(file, JSON.stringify(settings, null, 2));

    const first = lab.start({ resume: "explorer" });
    lab.model.enqueue([
      { text: "Before the mark.", tools: [lab.tools.run("echo before-the-mark")] },
      { tools: [lab.tools.own("checkpoint", { goal: GOAL }), lab.tools.run("echo beside-the-mark")] },
      { text: "I look around first.", tools: [lab.tools.run(`echo ${EXPLORED}`)] },
      { tools: [lab.tools.own("rewind", { report: REPORT }), lab.tools.run("echo beside-the-rewind")] },
      { text: "It is the cart." },
    ]);
    await first.prompt("Who calls the parser?");
    await first.prompt("And now?");
    assertCollapsed(lab.model.lastRequest());
    await first.kill9();

    const second = lab.start({ resume: "explorer" });
    await second.prompt("And after that?");
    assertCollapsed(lab.model.lastRequest());
    lab.saw("explorations collapsed by rewind", "with its context engine");
    lab.model.enqueue([{ text: "Work on a shop." }], lab.model.isCompaction);
    await second.compact();
    await second.prompt("Go on.");
    const { text } = lab.model.lastRequest();
    assert.ok(text.includes("Work on a shop."), "the engine keeps the client from compacting");
    await second.end();
  },
};
