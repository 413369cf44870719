import { configDefaults, defineConfig } from "vitest/config";
import { SLOW } from "./test/support/slow.ts";
import { SlowestFirst } from "./test/support/slowest-first.ts";

/** `--mode quick`: without the tests of `test/support/slow.ts`. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      ...(mode === "quick" ? SLOW : []).map((name) => `test/${name}.test.ts`),
    ],
    globalSetup: ["test/support/run-directory.ts", "test/support/postgres.ts"],
    // Only what hangs: on a busy machine, a test that builds and starts everything takes more than a minute.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // A busy machine in CI refuses no change; on a developer's machine the first failure counts.
    retry: process.env["CI"] ? 1 : 0,
    sequence: { sequencer: SlowestFirst },
    // Many tests wait for a process: more workers than cores use the time. The slow ones are sensitive to a busy machine.
    maxWorkers: mode === "quick" ? 4 : 3,
    // Nothing of ours keeps state in a module, so test files may share the loaded modules.
    isolate: false,
    // Transforming takes a quarter of the processor time of a room's tests. What did not change is read from a file.
    experimental: { fsModuleCache: true },
  },
}));
