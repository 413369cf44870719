import { assertRecovered } from "../client/recovered.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const codexKilled = {
  name: "codex-killed",
  says: "Codex CLI: kill -9 in the middle of a turn, and the next session is told what it needs",
  async run(open) {
    const lab = await open({ agent: "codex" });
    await lab.holdfast("connect", "codex");
    const first = lab.start();
    await doTwoTurns(lab, first);
    const before = lab.model.requests.length;
    lab.model.enqueue([{ text: "Never said.", delayMs: 30_000 }]);
    first.send(PROMPTS.third);
    await lab.model.nextRequest(() => true, before);
    await first.kill9();

    await lab.start().prompt("Go on.");
    assertRecovered(lab.model.lastRequest(), FACTS);
  },
};
