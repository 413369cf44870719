import { defineConfig } from "vitest/config";

/** The tests of one room that run its sources in their own process: what uses the built program meets no mutant. */
const tests = (process.env["MUTATION_TESTS"] ?? "").split(",");

export default defineConfig({
  test: {
    include: tests.map((name) => (name.endsWith(".ts") ? `test/${name}` : `test/${name}/**/*.test.ts`)),
    exclude: [
      "test/{events/missed-stops,debrief/stop-path}.test.ts",
      "test/recovery/{fidelity,hand-over,poisoned-session,sessions-apart}.test.ts",
      "test/redact/{canary,corpus,long-texts}.test.ts",
      "test/checkpoints/operations/workflow-run.test.ts",
    ],
    globalSetup: ["test/support/run-directory.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
