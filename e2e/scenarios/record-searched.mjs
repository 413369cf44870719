import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { recoveredText } from "../client/recovered.mjs";

const STATIONS = 40;
const FOUND = "Found in the record:";

export const recordSearched = scenario("claude-code", "record-searched");
export const codexSearched = scenario("codex", "codex-record-searched");

/**
 * @param {"claude-code" | "codex"} agent
 * @param {string} name
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name) {
  return {
    name,
    says: `${agent} searches the file that its record names with its own tools, and uses what it finds`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ continuity: { recoveryMaxChars: 2_400 } });
      await lab.holdfast("connect", agent);
      const first = lab.start();
      await first.prompt(`Write the calibration plan. ${rules()}`);
      await first.prompt("Which station comes first? Answer in one word.");
      await first.kill9();

      const from = lab.model.requests.length;
      const notes = join(lab.project, "notes.md");
      lab.model.enqueue([
        (request) => ({ tools: [lab.tools.run(searchFor(missingStation(request), request))] }),
        ({ text }) => ({ tools: [lab.tools.write(notes, `${foundIn(text)}\n`)] }),
        { text: "Noted." },
      ]);
      await lab.start().prompt("Note the rule that you do not know yet.");
      const started = await lab.model.nextRequest((request) => recoveredText(request) !== "", from);
      const { path, station } = { path: recordFile(started), station: missingStation(started) };
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.equal(readFileSync(notes, "utf8"), `${ruleOf(station)}\n`);
    },
  };
}

/** More rules than the record has room for. */
function rules() {
  return Array.from({ length: STATIONS }, (_, i) => ruleOf(i)).join(" ");
}

/** @param {number} station */
function ruleOf(station) {
  return `Station ${station} must be calibrated before its neighbor ${station + 100} was ever touched.`;
}

/** A station of which the record says nothing. @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function missingStation(request) {
  const text = recoveredText(request);
  const missing = Array.from({ length: STATIONS }, (_, i) => i).findLast(
    (i) => !text.includes(`Station ${i} must`),
  );
  assert.ok(missing !== undefined, `the record has all stations:\n${text}`);
  return missing;
}

/** The file that the last line of the record names. @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function recordFile(request) {
  const lines = recoveredText(request).trimEnd().split("\n");
  const [, path] = /, or read (\S+)$/.exec(lines.at(-2) ?? "") ?? [];
  assert.ok(path, `the last line names no file: ${lines.at(-2)}`);
  return path;
}

/** @param {number} station @param {import("../fake-model/fake-model.mjs").ModelRequest} request */
function searchFor(station, request) {
  return `echo '${FOUND}'; grep -o 'Station ${station} must[^.]*\\.' '${recordFile(request)}'`;
}

/** What the command printed, which is the last text of that kind. @param {string} text */
function foundIn(text) {
  return text
    .slice(text.lastIndexOf(FOUND) + FOUND.length)
    .trim()
    .split("\n")[0];
}
