// Which mutants of the pure rooms their tests kill: npm run test:mutation -- [room …]. A room takes many minutes, so this is no
// part of `check`. Incremental: what a run learned is kept in `mutation/results`, and only what changed since is tried again.
// The settings name a tsconfig that is not there: Stryker would rewrite one with a compiler interface that TypeScript 7 lacks.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));

/** What is mutated, and the folders of the tests that must notice. */
const ROOMS = {
  sessions: { mutate: "src/sessions/**/*.ts", tests: "sessions" },
  recovery: { mutate: "src/recovery/**/*.ts", tests: "recovery" },
  capture: { mutate: "src/capture/**/*.ts", tests: "capture" },
  statements: { mutate: "src/statements/**/*.ts", tests: "statements" },
  debrief: { mutate: "src/debrief/**/*.ts", tests: "debrief" },
  events: { mutate: "src/events/**/*.ts", tests: "events" },
  retention: {
    mutate: "src/checkpoints/retention.ts,src/checkpoints/run-scheduled-prune.ts",
    tests: "checkpoints",
  },
  neutralize: { mutate: "src/text/neutralize.ts", tests: "kernel,recovery,text" },
  spool: { mutate: "src/spool/**/*.ts", tests: "spool" },
  "state-tree": { mutate: "src/checkpoints/state/**/*.ts", tests: "checkpoints/state" },
  // The rules for single shapes are held by corpora, which take too long to run for each mutant.
  redact: {
    mutate: "src/redact/*.ts,src/redact/values/*.ts,src/redact/names/*.ts",
    tests: "redact",
  },
  // Only what decides: what reads and writes the files of places has tests with a store.
  place: {
    mutate:
      "src/place/choose-pending.ts,src/place/dispatch-marker.ts,src/place/held/apply-held-answer.ts,src/place/held/held-choice.ts,src/place/held/held-prompt-format.ts,src/place/context/*.ts,src/place/gather-place.ts,src/place/workflow-artifacts/{find-documents,markdown-sections,parse-place,place-markdown,read-session-state}.ts,src/place/resumed/*.ts",
    tests:
      "place/choose-pending.test.ts,place/dispatch-marker.test.ts,place/held,place/context,place/gather-place.test.ts,place/workflow-artifacts,place/resumed",
  },
  "rewind-messages": { mutate: "src/rewind/messages/*.ts", tests: "rewind/messages" },
  // The labelled turns take too long to run for each mutant.
  "shell-runs": {
    mutate: "src/shell/runs/*.ts",
    tests: "shell/runs,shell/labelled-lines.test.ts,shell/runs-check.test.ts,shell/is-failed-lookup.test.ts",
  },
};

const rooms = process.argv.slice(2);
const unknown = rooms.filter((room) => !(room in ROOMS));
if (unknown.length > 0) fail(`Rooms are ${Object.keys(ROOMS).join(", ")}; not ${unknown.join(", ")}.`);
if (
  !existsSync(`${here}node_modules`) &&
  !run("npm", ["install", "--no-package-lock", "--legacy-peer-deps"], { cwd: here })
)
  fail("The mutation tester could not be installed.");
const below = (rooms.length > 0 ? rooms : Object.keys(ROOMS)).filter((room) => !mutate(room));
if (below.length > 0) fail(`Below the threshold, or broken off: ${below.join(", ")}.`);

function mutate(room) {
  const { mutate: files, tests } = ROOMS[room];
  const words = ["run", "mutation/stryker.json", "--mutate", files];
  const kept = ["--incrementalFile", `mutation/results/${room}.json`];
  return run(`${here}node_modules/.bin/stryker`, [...words, ...kept], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests },
  });
}

function run(command, words, options) {
  return spawnSync(command, words, { stdio: "inherit", ...options }).status === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
