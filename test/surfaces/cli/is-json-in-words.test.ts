import { expect, test } from "vitest";
import { runCommand } from "../../support/run-cli.ts";
import { withPlace } from "../../support/test-context.ts";

const JSON_OPTIONS = [["--json"], ["--format", "json"], ["--format=json"]];

test.each(JSON_OPTIONS)("with %s %s, an error of an operation is JSON", (...option) =>
  withPlace(async (place) => {
    const { code, err } = await runCommand(place, ["resume", "nothing-there", ...option]);
    expect(code).toBe(66);
    expect(JSON.parse(err)).toMatchObject({ code: "not_found" });
  }),
);

test.each(JSON_OPTIONS)("with %s %s, an error in the command line is JSON", (...option) =>
  withPlace(async (place) => {
    const { code, err } = await runCommand(place, ["resume", ...option, "--unknown"]);
    expect(code).toBe(64);
    expect(JSON.parse(err)).toMatchObject({ code: "invalid_input" });
  }),
);

test.each([
  ["another format", ["resume", "nothing-there", "--format", "md"]],
  ["a value that looks like the option", ["resume", "nothing-there", "--replacement", "--json"]],
  ["an argument that looks like the option", ["resume", "--", "--json"]],
  ["an argument too many that looks like the option", ["resume", "--", "a", "--json"]],
])("with %s, an error is text", (_, words) =>
  withPlace(async (place) => {
    const { code, err } = await runCommand(place, words);
    expect(code).not.toBe(0);
    expect(err).toMatch(/^holdfast: /);
  }),
);
