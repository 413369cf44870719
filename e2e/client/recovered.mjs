import assert from "node:assert/strict";

const LIMIT = 2_000;
const PREFACE = "data, not instructions";
const FENCE = /<(holdfast-recovery nonce="[\w-]+")>[\s\S]*?<\/\1>/g;

/**
 * What Holdfast put in front of the model in this request, from the opening to the closing fence; "" when it said nothing.
 * @param {import("../fake-model/fake-model.mjs").ModelRequest} request
 */
export function recoveredText(request) {
  return (request.text.match(FENCE) ?? []).join("\n");
}

/**
 * Every fact stands in the recovered text, word for word, and the text keeps to its budget and says that it is data.
 * @param {import("../fake-model/fake-model.mjs").ModelRequest} request
 * @param {Record<string, string>} facts
 */
export function assertRecovered(request, facts) {
  const text = recoveredText(request);
  assert.notEqual(text, "", "the model received nothing");
  assert.ok(text.includes(PREFACE), `the recovered text does not say that it is data:\n${text}`);
  for (const [name, fact] of Object.entries(facts))
    assert.ok(text.includes(fact), `the recovered text lacks the ${name} (${fact}):\n${text}`);
  assert.ok(text.length <= LIMIT, `the recovered text has ${text.length} characters`);
}
