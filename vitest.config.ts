import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/run-folder.ts", "test/support/postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine in CI refuses no change; on a developer's machine the first failure counts.
    retry: process.env["CI"] ? 1 : 0,
    sequence: { sequencer: SlowestFirst },
    // Many tests wait for a process: a third worker uses the time.
    maxWorkers: 3,
    // Nothing of ours keeps state in a module, so test files may share the loaded modules.
    isolate: false,
  },
});
