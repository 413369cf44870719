import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTerminal } from "../client/terminal.mjs";

const THRESHOLD_MS = 3_000;
const TRUST_IN_STOP = /\[hooks\.state\."[^"\n]*:stop:[^"\n]*"\]\ntrusted_hash = .*\n/;

/** @type {import("../run-scenario.mjs").Scenario} */
export const missedStop = {
  name: "codex-missed-stop",
  says: "T4 T8: Codex without trust in our Stop hook is debriefed by its queue, once",
  async run(open) {
    const lab = await open({ agent: "codex" });
    const terminal = openTerminal(lab);
    lab.configure({ debrief: { enabled: true, thresholdMs: THRESHOLD_MS } });
    await lab.holdfast("connect", "codex");
    const config = join(lab.home, ".codex", "config.toml");
    const settings = readFileSync(config, "utf8");
    assert.match(settings, TRUST_IN_STOP);
    writeFileSync(config, settings.replace(TRUST_IN_STOP, ""));

    await lab.holdfast("daemon", "start");
    await terminal.launch("codex", []);
    await terminal.until("Continue without trusting");
    await terminal.pressUntil("Down", /› 3\. Continue without/);
    await terminal.pressUntil("Enter", /Ask Codex/);
    lab.model.enqueue([{ text: "The cart is ported.", delayMs: THRESHOLD_MS }, { text: "All is well." }]);
    await terminal.prompt("Port the cart to euros.");
    const debriefed = await lab.model.nextRequest(({ text }) => text.includes("[holdfast debrief]"));
    assert.match(debriefed.text, /1\. Validate[\s\S]*2\. Capture/);
    await terminal.until("All is well.");
    assert.equal((await lab.json("debrief")).route, "queue");
    lab.saw("stops detected without a hook");
  },
};
