import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN } from "../client/places.mjs";
import { runProgram } from "../client/run-program.mjs";

export const otherRepository = scenario("claude-code", "other-repository", (path) => ["--add-dir", path]);
export const piOtherRepository = scenario("pi", "pi-other-repository", () => []);

/**
 * @param {"claude-code" | "pi"} agent
 * @param {string} name
 * @param {(path: string) => string[]} argsFor
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, argsFor) {
  return {
    name,
    says: `${agent}: what a session deletes in another repository, where it has worked before, comes back`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 500 });
      const backend = join(lab.root, "backend");
      mkdirSync(backend);
      await runIn(lab, backend, "git", ["init", "-q"]);
      const [api, work] = [join(backend, "api.js"), join(backend, "work.js")];
      writeFileSync(api, "0\n");
      await lab.holdfast("connect", agent);
      const session = lab.start({ args: argsFor(backend) });
      lab.model.enqueue([{ tools: [lab.tools.write(join(backend, "new.js"), "1\n")] }, { text: "Written." }]);
      await session.prompt("Begin with the backend.");

      writeFileSync(work, "not committed\n");
      lab.model.enqueue([
        { tools: [lab.tools.run(`cd ${backend} && rm work.js api.js`)] },
        { text: "Gone." },
      ]);
      await session.prompt("Clean up the backend.");
      assert.equal(existsSync(work), false);
      assert.ok((await lab.holdfast("changes")).includes(backend), "the other repository is not named");

      const restored = await runIn(lab, backend, process.execPath, [MAIN, "restore", "2", "--yes"]);
      assert.equal(readFileSync(work, "utf8"), "not committed\n", restored);
      assert.equal(readFileSync(api, "utf8"), "0\n", restored);
      rmSync(backend, { recursive: true });
    },
  };
}

/** @param {import("../client/lab.mjs").Lab} lab @param {string} cwd @param {string} program @param {string[]} args */
async function runIn({ env }, cwd, program, args) {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env });
  assert.equal(code, 0, stderr || stdout);
  return stdout;
}
