import { defineConfig } from "vitest/config";

/** A run for `broken-off-run.test.ts`: by default one that never ends, which the test kills. */
export default defineConfig({
  test: {
    include: [`test/support/abandoned/${process.env["ABANDONED_RUN"] ?? "endless"}.ts`],
    globalSetup: ["test/support/run-directory.ts", "test/support/postgres.ts"],
    testTimeout: 0,
    isolate: false,
  },
});
