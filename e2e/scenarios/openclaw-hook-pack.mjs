import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOOK_LOG } from "../client/openclaw-session.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const openclawHookPack = {
  name: "openclaw-hook-pack",
  says: "S38: OpenClaw without plugins: a hook pack brings the record into each turn of the next session, and after a compaction",
  async run(open) {
    const lab = await open({ agent: "openclaw" });
    const settings = join(lab.home, ".openclaw", "openclaw.json");
    const before = withoutPlugins(readFileSync(settings, "utf8"));
    writeFileSync(settings, before);
    await lab.holdfast("connect", "openclaw");

    const first = lab.start();
    await doTwoTurns(lab, first);
    const sent = lab.model.requests.length;
    lab.model.enqueue([{ text: "Never said.", delayMs: 30_000 }]);
    first.send(PROMPTS.third);
    await lab.model.nextRequest(() => true, sent);
    await first.kill9();

    const next = lab.start();
    await next.prompt("Go on.");
    assertRecovered(withInstructions(lab.model.lastRequest()), FACTS);
    // The client stores nothing of it.
    await next.prompt("And now?");
    assertRecovered(withInstructions(lab.model.lastRequest()), FACTS);
    const begun = starts(lab);
    lab.model.enqueue([{ text: "Work on a shop." }], lab.model.isCompaction);
    await next.compact();
    await next.prompt("Still there?");
    assert.equal(starts(lab), begun + 1, "the compaction began no new part of the session");
    assertRecovered(withInstructions(lab.model.lastRequest()), FACTS);
    await next.end();

    const { sessions } = await lab.json("cost");
    assert.ok(sessions.length > 0, "no session was captured");
    await lab.holdfast("disconnect", "openclaw");
    assert.equal(readFileSync(settings, "utf8"), before);
  },
};

/** @param {import("../client/lab.mjs").Lab} lab */
function starts(lab) {
  return (
    readFileSync(join(lab.root, HOOK_LOG), "utf8").match(/openclaw SessionStart \S+ .*(?:replied|reply)/g)
      ?.length ?? 0
  );
}

/** The files that a session begins with stand in the system prompt. @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function withInstructions(request) {
  const { messages } = /** @type {{ messages: { content: unknown }[] }} */ (request.body);
  const texts = messages.flatMap(({ content }) => (typeof content === "string" ? [content] : []));
  return { ...request, text: texts.join("\n") };
}

/** @param {string} text */
function withoutPlugins(text) {
  return `${JSON.stringify({ ...JSON.parse(text), plugins: { enabled: false } }, null, 2)}\n`;
}
