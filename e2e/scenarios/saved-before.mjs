import assert from "node:assert/strict";

/** One checkpoint was saved before the compaction. @param {import("../client/lab.mjs").Lab} lab */
export async function assertSavedBefore(lab) {
  const { checkpoints } = await lab.json("list");
  const triggers = checkpoints.map(/** @param {any} each */ (each) => each.trigger);
  const kept = triggers.filter(/** @param {string} trigger */ (trigger) => trigger === "pre_compact");
  assert.equal(kept.length, 1, `not one checkpoint before a compaction among ${triggers.join(", ")}`);
  lab.saw("checkpoint before a compaction");
}
