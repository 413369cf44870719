import assert from "node:assert/strict";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";

const REAL = "Add a gift wrap option to the cart.";
const NOTE =
  "<task-notification>\n<task-id>b7</task-id>\n<summary>Agent finished the survey</summary>\n</task-notification>";

/** @type {import("../run-scenario.mjs").Scenario} */
export const notAPrompt = {
  name: "not-a-prompt",
  says: "a task notification and our own recovered text are not taken for the user's words",
  async run(open) {
    const lab = await open();
    await lab.holdfast("connect", "claude-code");
    const first = lab.start();
    await first.prompt(REAL);
    await first.prompt(NOTE);
    await first.kill9();

    const second = lab.start();
    await second.prompt("Print a receipt too.");
    const request = lab.model.lastRequest();
    assertRecovered(request, { request: REAL });
    assert.ok(
      !recoveredText(request).includes("finished the survey"),
      "a task notification was taken for a prompt",
    );

    await second.prompt(recoveredText(request));
    await second.kill9();
    const third = lab.start();
    await third.prompt("Go on.");
    const again = recoveredText(lab.model.lastRequest());
    assert.ok(again.includes("Print a receipt too."), "the last real prompt is missing");
    assert.equal(again.match(/<holdfast-recovery/g)?.length, 1, "recovered text came back as a prompt");
  },
};
