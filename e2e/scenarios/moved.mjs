import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nativeId } from "../client/native-id.mjs";
import { ask } from "../client/person.mjs";
import { startPostgres } from "../client/postgres.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { runProgram } from "../client/run-program.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const ASKED = "Tell me where we were.";
const PASSPHRASE = "seven quiet boats at dawn";
const REMOTES = ["git@git.test:ann/shop.git", "https://git.test/ann/shop"];

/** @typedef {import("../client/lab.mjs").Lab} Lab */

const WAYS = new Map([
  [byRemote, ", through a Git repository"],
  [byDatabase, ", through a shared database"],
]);

/**
 * A session is killed on one machine and goes on on another, whose home and clone are elsewhere.
 * @param {"claude-code" | "codex" | "pi" | "gemini" | "opencode"} from
 * @param {"claude-code" | "codex" | "pi" | "gemini" | "opencode"} to
 * @param {{ name: string, composer: RegExp, by?: (one: Lab, other: Lab) => Promise<string> }} how how it travels, and
 *   what the other machine says that its files are
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function moveScenario(from, to, { name, composer, by = byBundle }) {
  return {
    name,
    says: `${from}: a killed session goes on with ${to} on another machine${WAYS.get(by) ?? ""}`,
    async run(open) {
      const [one, other] = [await open({ agent: from }), await open({ agent: to })];
      for (const [i, lab] of [one, other].entries()) {
        await runProgram("git", ["remote", "add", "origin", REMOTES[i] ?? ""], {
          cwd: lab.project,
          env: lab.env,
        });
        Object.assign(lab.env, { HOLDFAST_PASSPHRASE: PASSPHRASE });
      }
      await one.holdfast("connect", from);
      await other.holdfast("connect", to);
      const first = one.start();
      await doTwoTurns(one, first);
      await leaveDirtyTree(one, first);
      await first.kill9();

      const snapshot = await by(one, other);
      await bringFiles(one, other, snapshot);

      const terminal = openTerminal(other);
      await terminal.open();
      const way = from === to ? "" : ` --in ${to}`;
      await terminal.run(`holdfast continue ${nativeId(first)}${way}`);
      await terminal.until(composer);
      const request = await ask(other, terminal, { prompt: ASKED });
      if (from === to) {
        const conversation = request.text.replaceAll(recoveredText(request), "");
        assert.ok(
          Object.values(PROMPTS).every((prompt) => conversation.includes(prompt)),
          "the conversation did not travel",
        );
      } else assertRecovered(request, { ...FACTS, latest: PROMPTS.third });
      // Calls and outputs stay as they were; the files are those of this machine.
      assert.ok(!recoveredText(request).includes(join(one.project, "src")), recoveredText(request));
    },
  };
}

/** @param {Lab} one @param {Lab} other */
async function byBundle(one, other) {
  const file = join(one.root, "work.holdfast");
  const { encrypted, sessions, conversations, snapshots } = await one.json(
    "export",
    "--files",
    "--output",
    file,
  );
  assert.deepEqual(
    { encrypted, sessions, conversations, snapshots },
    { encrypted: true, sessions: 1, conversations: 1, snapshots: 1 },
  );
  await followCommits(one, other);
  const imported = await other.json("import", file);
  assert.deepEqual(imported.warnings, []);
  assert.equal(imported.sessions.length, 1);
  return imported.files[0]?.snapshot;
}

/** A normal clone of the repository shows nothing of it. @param {Lab} one @param {Lab} other */
async function byRemote(one, other) {
  const repository = join(one.root, "sessions.git");
  const git = async (/** @type {string[]} */ ...words) =>
    (await runProgram("git", words, { cwd: one.root, env: one.env })).stdout;
  await git("init", "-q", "--bare", repository);
  await one.holdfast("remote", "add", repository);
  assert.equal((await one.json("push", "--files")).pushed.length, 1);
  assert.equal((await one.json("push", "--files")).unchanged, 1);
  assert.equal(await git("-C", repository, "for-each-ref", "refs/heads", "refs/tags"), "");
  assert.match(await git("-C", repository, "for-each-ref"), /refs\/holdfast\/sessions\//);
  await followCommits(one, other);
  await other.holdfast("remote", "add", repository);
  const pulled = await other.json("pull");
  assert.deepEqual(pulled.warnings, []);
  assert.equal(pulled.sessions.length, 1);
  return pulled.files[0]?.snapshot;
}

/** The records are there already. @param {Lab} one @param {Lab} other */
async function byDatabase(one, other) {
  assert.equal((await one.json("push", "--files")).pushed.length, 1);
  assert.equal((await one.json("push", "--files")).unchanged, 1);
  await followCommits(one, other);
  const pulled = await other.json("pull");
  assert.deepEqual(pulled.warnings, []);
  assert.equal(pulled.sessions.length, 1);
  return pulled.files[0]?.snapshot;
}

/**
 * The agent changes and deletes files by a shell, and is killed in the middle of it.
 * @param {import("../client/lab.mjs").Lab} lab @param {import("../client/lab.mjs").ClientSession} session
 */
async function leaveDirtyTree(lab, session) {
  const left = join(lab.project, "data/last.bin");
  const before = lab.model.requests.length;
  lab.model.enqueue([{ tools: [lab.tools.run(DESTROY)] }, { text: "Never said.", delayMs: 60_000 }]);
  session.send(PROMPTS.third);
  await lab.model.nextRequest(() => existsSync(left), before + 1);
}

const DESTROY =
  "mkdir -p data && rm package.json && printf 'a\\r\\n' >> src/cart.js && printf '\\000\\377\\r\\n' > data/last.bin";

/** The other clone has the commits of the first one, and nothing else. @param {import("../client/lab.mjs").Lab} one @param {import("../client/lab.mjs").Lab} other */
async function followCommits(one, other) {
  for (const words of [
    ["fetch", "-q", one.project, "HEAD"],
    ["reset", "-q", "--hard", "FETCH_HEAD"],
    ["clean", "-qfd"],
  ])
    await runProgram("git", words, { cwd: other.project, env: other.env });
}

/**
 * What nobody committed is there byte for byte, and `undo` takes it back.
 * @param {import("../client/lab.mjs").Lab} one @param {import("../client/lab.mjs").Lab} other @param {string} snapshot
 */
async function bringFiles(one, other, snapshot) {
  const [wanted, clean] = [hashes(one.project), hashes(other.project)];
  assert.notDeepEqual(clean, wanted);
  await other.holdfast("restore", snapshot);
  assert.deepEqual(hashes(other.project), clean, "a plan changed something");
  await other.holdfast("restore", snapshot, "--yes");
  assert.deepEqual(hashes(other.project), wanted);
  await other.holdfast("undo");
  assert.deepEqual(hashes(other.project), clean);
  await other.holdfast("restore", snapshot, "--yes");
  assert.deepEqual(hashes(other.project), wanted);
}

/** Both machines have the same database. @param {import("../run-scenario.mjs").Scenario} scenario */
function withDatabase(scenario) {
  return {
    ...scenario,
    /** @param {Parameters<typeof scenario.run>[0]} open */
    async run(open) {
      const database = await startPostgres();
      try {
        await scenario.run(async (options) => {
          const lab = await open(options);
          lab.configure({ store: { url: database.url } });
          return lab;
        });
      } finally {
        await database.stop();
      }
    },
  };
}

/** Each file of a project by its bytes. @param {string} project */
function hashes(project) {
  const names = readdirSync(project, { recursive: true, encoding: "utf8" });
  const files = names.filter(
    (name) => !/^\.git(?:\/|$)/.test(name) && lstatSync(join(project, name)).isFile(),
  );
  return Object.fromEntries(
    files.toSorted().map((name) => {
      const { mode } = lstatSync(join(project, name));
      const hash = createHash("sha256")
        .update(readFileSync(join(project, name)))
        .digest("hex");
      return [name, `${mode.toString(8)} ${hash}`];
    }),
  );
}

const moved = moveScenario("claude-code", "claude-code", { name: "moved", composer: /^❯/m });
const pushed = moveScenario("claude-code", "claude-code", {
  name: "pushed",
  composer: /^❯/m,
  by: byRemote,
});
const sharedMoved = withDatabase(
  moveScenario("claude-code", "claude-code", { name: "shared-moved", composer: /^❯/m, by: byDatabase }),
);
const codexMoved = moveScenario("codex", "codex", { name: "codex-moved", composer: /Ask Codex/ });
const piMoved = moveScenario("pi", "pi", { name: "pi-moved", composer: /fake-1\s*$/m });
const geminiMoved = moveScenario("gemini", "gemini", {
  name: "gemini-moved",
  composer: /Type your message/,
});
/** Its conversations are in a database, to which its own command adds. */
const opencodeMoved = moveScenario("opencode", "opencode", {
  name: "opencode-moved",
  composer: /ctrl\+p commands/,
});
const movedToGemini = moveScenario("claude-code", "gemini", {
  name: "moved-to-gemini",
  composer: /Type your message/,
});

export const MOVES = [
  moved,
  pushed,
  sharedMoved,
  codexMoved,
  piMoved,
  geminiMoved,
  opencodeMoved,
  movedToGemini,
];
