import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { filesBelow } from "../client/files-below.mjs";
import { nativeId } from "../client/native-id.mjs";
import { MAIN } from "../client/places.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { runProgram } from "../client/run-program.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const TRUST = /\[hooks\.state\."[^"\n]*"\]\ntrusted_hash = .*\n/g;
const LIMIT_MS = 120_000;

/** @type {import("../run-scenario.mjs").Scenario} */
export const codexFollowed = {
  name: "codex-followed",
  says: "S38: Codex without trust in our hooks is captured from its file, and the next session reads the record as an MCP resource",
  async run(open) {
    const lab = await open({ agent: "codex" });
    await lab.holdfast("connect", "codex");
    const config = join(lab.home, ".codex", "config.toml");
    const settings = readFileSync(config, "utf8");
    assert.match(settings, TRUST);
    writeFileSync(config, settings.replaceAll(TRUST, ""));
    const id = await workAndKill(lab, "codex");

    const reading = { server: "holdfast", uri: `holdfast://sessions/${id}` };
    lab.model.enqueue([{ tools: [{ name: "read_mcp_resource", input: reading }] }, { text: "I know now." }]);
    await lab.start().prompt("Read the record of the earlier session.");
    const { text } = lab.model.lastRequest();
    for (const fact of Object.values(FACTS)) assert.ok(text.includes(fact), `the record lacks ${fact}`);
  },
};

export const claudeFollowed = followedScenario("claude-code", "claude-followed");
export const geminiFollowed = followedScenario("gemini", "gemini-followed");
export const opencodeFollowed = followedScenario("opencode", "opencode-followed");
export const openclawFollowed = followedScenario("openclaw", "openclaw-followed");
export const piFollowed = followedScenario("pi", "pi-followed");
export const ohMyPiFollowed = followedScenario("oh-my-pi", "oh-my-pi-followed");

/**
 * @param {"claude-code" | "gemini" | "openclaw" | "opencode" | "pi" | "oh-my-pi"} agent
 * @param {string} name
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function followedScenario(agent, name) {
  return {
    name,
    says: `S38: ${agent} that was not connected is captured from what it stores, and continued when it is`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ continuity: { follow: "installed" } });
      const id = await workAndKill(lab, agent);

      await lab.holdfast("connect", agent);
      const { chosen } = await lab.json("continue", id, "--fresh");
      await lab.start({ env: chosen.environment }).prompt("Go on.");
      assertRecovered(lab.model.lastRequest(), FACTS);
    },
  };
}

/**
 * Three prompts of which no hook reports anything; the client and then the daemon are killed.
 * @param {import("../client/lab.mjs").Lab} lab
 * @param {string} agent
 */
async function workAndKill(lab, agent) {
  await lab.holdfast("daemon", "start");
  const first = lab.start();
  await doTwoTurns(lab, first);
  const before = lab.model.requests.length;
  lab.model.enqueue([{ text: "Never said.", delayMs: LIMIT_MS }]);
  first.send(PROMPTS.third);
  await lab.model.nextRequest(() => true, before);
  await untilWritten(lab, PROMPTS.third);
  await first.kill9();
  process.kill((await lab.json("daemon", "status")).pid, "SIGKILL");
  await lab.holdfast("daemon", "start");
  await untilFollowed(lab, agent);
  lab.saw("capture without hooks", "yes", agent);
  return nativeId(first);
}

/** A lock may be gone before it is read. @param {string} path @param {string} text */
function holds(path, text) {
  try {
    return readFileSync(path, "utf8").includes(text);
  } catch {
    return false;
  }
}

/** What a client has not written when it is killed, nobody can read. @param {import("../client/lab.mjs").Lab} lab @param {string} text */
async function untilWritten({ transcripts }, text) {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(100)) {
    if (filesBelow(transcripts).some((path) => holds(path, text))) return;
  }
  throw new Error("The client did not write its prompt down.");
}

/** @param {import("../client/lab.mjs").Lab} lab @param {string} agent */
async function untilFollowed(lab, agent) {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(1_000)) {
    // It fails, and has to: hooks are not trusted, or no agent is connected.
    const { stdout } = await runProgram(process.execPath, [MAIN, "doctor", "--json"], {
      cwd: lab.project,
      env: lab.env,
    });
    const { findings } = JSON.parse(stdout);
    const ways = findings.filter((/** @type {{ check: string }} */ { check }) =>
      check.startsWith(`${agent} sessions`),
    );
    if (ways.length === 0) continue;
    assert.match(ways[0].check, /followed in their files/);
    assert.equal(ways.length, 1, "a hook reported the session");
    return;
  }
  throw new Error("The session was not followed.");
}
