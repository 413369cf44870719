import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const filesRestored = scenario("claude-code", "files-restored", "");
export const codexFilesRestored = scenario("codex", "codex-files-restored", "Codex CLI: ");
export const geminiFilesRestored = scenario("gemini", "gemini-files-restored", "Gemini CLI: ");
export const opencodeFilesRestored = scenario("opencode", "opencode-files-restored", "OpenCode: ");
export const piFilesRestored = scenario("pi", "pi-files-restored", "pi: ");
export const ohMyPiFilesRestored = scenario("oh-my-pi", "oh-my-pi-files-restored", "oh-my-pi: ");
export const openclawFilesRestored = scenario("openclaw", "openclaw-files-restored", "OpenClaw: ");

/** What a person has, with bytes that text tools like to change. */
const CONTENT = {
  "src/keep.js": "export const keep = 1;\r\nexport const kept = 2;\n",
  "src/rewritten.js": "export const rewritten = false;\n",
  "src/deleted.js": "// not committed anywhere\nexport const deleted = false;",
  "data/image.bin": Buffer.from([0, 255, 10, 13, 0, 128, 7]),
};
const DESTROY =
  "rm -r data src/deleted.js && printf 'shell' > src/keep.js && printf 'new' > src/made-by-shell.js";

/** Real models take longer. Files are captured a moment after the prompt's hook. */
const MODEL_MS = 1_000;

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}what a turn deletes and rewrites, by tool and by shell, comes back after kill -9; undo takes that back`,
    async run(open) {
      const lab = await open({ agent, latencyMs: MODEL_MS });
      writeContent(lab.project);
      const original = read(lab.project);
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");

      const before = lab.model.requests.length;
      lab.model.enqueue([
        { tools: [lab.tools.run("rm src/rewritten.js")] },
        {
          tools: [lab.tools.write(join(lab.project, "src/rewritten.js"), "export const rewritten = true;\n")],
        },
        { tools: [lab.tools.run(DESTROY)] },
        { text: "Never said.", delayMs: 60_000 },
      ]);
      session.send("Clean up.");
      await lab.model.nextRequest(() => existsSync(join(lab.project, "src/made-by-shell.js")), before + 3);
      await session.kill9();
      const destroyed = read(lab.project);
      assert.notDeepEqual(destroyed, original);

      const shown = await lab.holdfast("changes");
      for (const path of [
        "data/image.bin",
        "src/deleted.js",
        "src/keep.js",
        "src/made-by-shell.js",
        "src/rewritten.js",
      ])
        assert.ok(shown.includes(path), `changes does not name ${path}:\n${shown}`);

      const plan = await lab.holdfast("restore", "2");
      assert.match(plan, /Would restore 5 files/);
      assert.deepEqual(read(lab.project), destroyed, "a plan changed something");
      const restored = await lab.holdfast("restore", "2", "--yes");
      assert.match(restored, /Restored 5 files/);
      assert.deepEqual(read(lab.project), original, restored);

      await lab.holdfast("undo");
      assert.deepEqual(read(lab.project), destroyed);
      lab.saw("files come back");
    },
  };
}

/** @param {string} project */
function writeContent(project) {
  mkdirSync(join(project, "data"));
  for (const [path, content] of Object.entries(CONTENT)) writeFileSync(join(project, path), content);
}

/** Each file by its bytes. @param {string} project */
function read(project) {
  const paths = [...Object.keys(CONTENT), "src/cart.js", "package.json", "src/made-by-shell.js"];
  return Object.fromEntries(
    paths.map((path) => {
      const file = join(project, path);
      return [path, existsSync(file) ? readFileSync(file).toString("hex") : null];
    }),
  );
}
