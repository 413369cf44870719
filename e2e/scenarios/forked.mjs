import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { nativeId } from "../client/native-id.mjs";
import { CODEX, NODE, OPENCODE, PI } from "../client/places.mjs";
import { runProgram } from "../client/run-program.mjs";

const PROMPT = "Go elsewhere.";
const PATIENCE_MS = 90_000;

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/**
 * Another process forks a session that is over.
 * @param {"claude-code" | "codex" | "pi" | "opencode"} agent
 * @param {string} name
 * @param {(lab: Lab, id: string) => Promise<void>} fork prompts the fork, and ends it
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function forkScenario(agent, name, fork) {
  return {
    name,
    says: `${agent}, W3 W19: a fork that another process makes descends from its own session in the list`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ hooks: { deadlineMs: 3_000 } });
      await lab.holdfast("connect", agent);
      const origin = lab.start();
      await finish(lab, origin, "Port the cart to euros.");
      const other = lab.start();
      await finish(lab, other, "Translate the invoice page.");
      lab.model.enqueue([{ text: "I go." }]);
      await fork(lab, nativeId(origin));
      const continues = await continuation(lab, [nativeId(origin), nativeId(other)]);
      assert.deepEqual([continues.nativeSession, continues.reason], [nativeId(origin), "fork"]);
    },
  };
}

/** @param {Lab} lab @param {import("../client/lab.mjs").ClientSession} session @param {string} prompt */
async function finish(lab, session, prompt) {
  lab.model.enqueue([{ text: "It is done." }]);
  await session.prompt(prompt);
  await session.end();
}

/** What the newest session goes on from. Its end may be handled a moment after its client's. @param {Lab} lab @param {string[]} known */
async function continuation(lab, known) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const { checkpoints } = await lab.json("list");
    const fork = checkpoints.find(
      /** @param {any} each */ ({ nativeSession, continues }) =>
        !known.includes(nativeSession) && continues?.reason === "fork",
    );
    if (fork) return fork.continues;
  }
  throw new Error(
    `The fork has no checkpoint, or goes on from nothing: ${await lab.holdfast("list", "--json")}`,
  );
}

/** @param {Lab} lab @param {string[]} command */
async function runToEnd({ project: cwd, env }, [program = "", ...args]) {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env, timeoutMs: PATIENCE_MS });
  assert.equal(code, 0, stderr || stdout);
}

export const forked = forkScenario("claude-code", "forked", async (lab, id) => {
  const session = lab.start({ resume: id, args: ["--fork-session"] });
  await session.prompt(PROMPT);
  await session.end();
});
export const codexForked = forkScenario("codex", "codex-forked", (lab, id) =>
  runToEnd(lab, [process.execPath, CODEX, "exec", "fork", id, PROMPT]),
);
export const piForked = forkScenario("pi", "pi-forked", (lab, id) =>
  runToEnd(lab, [NODE, PI, "-p", "--fork", id, PROMPT]),
);
export const opencodeForked = forkScenario("opencode", "opencode-forked", (lab, id) =>
  runToEnd(lab, [OPENCODE, "run", "--session", id, "--fork", PROMPT]),
);
