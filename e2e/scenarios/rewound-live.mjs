import assert from "node:assert/strict";
import { recoveredText } from "../client/recovered.mjs";
import { EXPLORED, GOAL, killInExploration, REPORT } from "./rewound.mjs";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/**
 * @param {"pi" | "opencode"} agent
 * @param {string} says
 * @param {{ args?: string[] }} after How the client is started in the end.
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function liveScenario(agent, says, after) {
  return {
    name: `${agent}-rewound`,
    says: `${agent}, W2 W12 W16 W19: a mark outlives kill -9; after the rewind the model reads the report alone, ${says}`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 3_000 } });
      await lab.holdfast("connect", agent);
      const id = await killInExploration(lab);

      const second = lab.start({ resume: id });
      const before = lab.model.requests.length;
      lab.model.enqueue([
        { text: "I am done." },
        { tools: [lab.tools.own("rewind", { report: REPORT }), lab.tools.run("echo beside-the-rewind")] },
        { text: "It is the cart." },
      ]);
      await second.prompt("Go on.");
      const [, recalled, rewound] = lab.model.requests.slice(before);
      assert.match(
        recalled?.text ?? "",
        /\[holdfast rewind\] The checkpoint "who calls the parser\?" is still open/,
      );
      assertCollapsed(rewound);
      await second.end();

      const third = lab.start({ resume: id, ...after });
      await third.prompt("And now?");
      assertCollapsed(lab.model.lastRequest());
      await third.end();
      lab.saw("explorations collapsed by rewind");
      // Nothing else was needed for that than the conversation itself.
      assert.equal(recoveredText(lab.model.lastRequest()), "");
      lab.saw("resumed conversations are complete");
      assert.match(await lab.holdfast("doctor"), /removes explorations from running conversations/);
    },
  };
}

/** @param {import("../fake-model/fake-model.mjs").ModelRequest | undefined} request */
export function assertCollapsed(request) {
  const { body, text = "" } = request ?? {};
  assert.equal(text.split(REPORT).length, 2, `the report is not there exactly once: ${text}`);
  for (const kept of ["before-the-mark", "beside-the-mark", "beside-the-rewind", `Checkpoint: ${GOAL}`])
    assert.ok(text.includes(kept), `${kept} is gone`);
  assert.doesNotMatch(text, /then call rewind|Rewind requested|is still open/);
  const [conversation = "", ...facts] = text.split("What already happened");
  assert.ok(!conversation.includes(EXPLORED) && facts.length === 1, "the exploration is still there");
  assert.ok(facts[0]?.includes(EXPLORED), "what happened is missing");
  const calls = body.messages.flatMap(/** @param {any} message */ ({ tool_calls = [] }) => tool_calls);
  const results = body.messages.filter(/** @param {any} message */ ({ role }) => role === "tool");
  assert.deepEqual(
    results.map(/** @param {any} result */ ({ tool_call_id: id }) => id),
    calls.map(/** @param {any} call */ ({ id }) => id),
    "a call without its result",
  );
  assert.equal(calls.length, 4, "not the calls beside the mark and the rewind");
}

export const piRewound = liveScenario("pi", "without the extension too", { args: ["-ne"] });
export const opencodeRewound = liveScenario("opencode", "after a restart too", {});
