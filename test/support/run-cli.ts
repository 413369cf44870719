import { loadOperations } from "../../src/operations.ts";
import { type CliWiring, runCli } from "../../src/surfaces/cli/create-cli.ts";
import type { TestPlace } from "./test-context.ts";

const operations = await loadOperations();

/** Runs the command line in this process, without colors. Returns what it printed and its exit code. */
export async function runCommand(
  place: Pick<TestPlace, "open">,
  words: readonly string[],
  more: Partial<CliWiring> = {},
) {
  const printed = { out: "", err: "" };
  const wiring: CliWiring = {
    operations,
    version: "1.2.3",
    open: () => place.open(),
    write: (text) => {
      printed.out += text;
    },
    writeError: (text) => {
      printed.err += text;
    },
    redact: async (text) => text,
    colors: false,
    columns: () => Number.POSITIVE_INFINITY,
    ...more,
  };
  return { code: await runCli(wiring, words), ...printed };
}
