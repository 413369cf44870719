import { expect, test } from "vitest";
import { codex } from "../../../src/agents/codex/adapter.ts";
import { configTables, withBlock, withoutBlock } from "../../../src/agents/codex/config-block.ts";

const paths = {
  hookScript: "/program/hook.sh",
  mainScript: "/program/main.cjs",
  node: "/node",
  hooks: codex.hooks,
};
const tables = configTables(paths, "/home/me/.codex/hooks.json", new Map());
const OTHER = '[mcp_servers.other]\ncommand = "other"\n';

test.each([
  ["a comment", "# off for now\nenabled = false\n"],
  ["a blank line", "\nenabled = false\n"],
  ["several of both", "\n# off for now\n\nenabled = false\n# and\nstartup_timeout_sec = 9\n"],
])("settings of our server below %s do not become settings of the user's server", (_, added) => {
  const connected = withBlock(OTHER, tables);
  const edited = connected.replace('"mcp"]\n', `"mcp"]\n${added}`);
  expect(edited).not.toBe(connected);
  expect(withBlock(edited, tables)).toBe(connected);
  expect(withoutBlock(edited, tables)).toBe(OTHER);
});

test("comments after the last key of our table stay with the user's table below them", () => {
  const edited = withBlock(OTHER, tables).replace(
    '"mcp"]\n',
    '"mcp"]\n# off for now\nenabled = false\n\n# mine\n[tui]\ntheme = "x"\n',
  );
  expect(withoutBlock(edited, tables)).toBe(`${OTHER}\n# mine\n[tui]\ntheme = "x"\n`);
});

test("a comment at the end of the file stays, without our last line as well", () => {
  const edited = withBlock(OTHER, tables).replace("# <<< holdfast\n", "# mine\n");
  expect(withoutBlock(edited, tables)).toBe(`${OTHER}# mine\n`);
});
