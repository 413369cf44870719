import { expect, test } from "vitest";
import { codex } from "../../../src/agents/codex/adapter.ts";
import { hookFor, withHooks, withoutHooks } from "../../../src/agents/codex/hooks-file.ts";

const paths = {
  hookScript: "/program/hook.sh",
  mainScript: "/program/main.cjs",
  node: "/node",
  hooks: codex.hooks,
};
const FILE = "/home/me/.codex/hooks.json";
const MINE = { type: "command", command: "mine" };
const OURS = hookFor(paths, "Stop");

const fileWith = (...groups: object[]) => JSON.stringify({ hooks: { Stop: groups } });
const stopOf = (text: string | undefined) => JSON.parse(text ?? "{}").hooks?.Stop;

test("a hook of the user's in our group stays where it is, and runs after we leave", () => {
  const shared = fileWith({ hooks: [OURS, MINE] });
  const { text, groups } = withHooks(shared, paths, FILE);
  expect(stopOf(text)).toEqual([{ hooks: [OURS, MINE] }]);
  expect(groups.get("Stop")).toBe(0);
  expect(stopOf(withoutHooks(text, FILE))).toEqual([{ hooks: [MINE] }]);
});

test("an older hook of ours is replaced next to the user's own", () => {
  const older = { ...OURS, command: OURS.command.replace("/program/", "/older/") };
  const { text } = withHooks(fileWith({ hooks: [older, MINE] }), paths, FILE);
  expect(stopOf(text)).toEqual([{ hooks: [OURS, MINE] }]);
});

test("our hook behind one of the user's gets its own group, since the client's trust names its position", () => {
  const { text, groups } = withHooks(fileWith({ matcher: "x", hooks: [MINE, OURS] }), paths, FILE);
  expect(stopOf(text)).toEqual([{ matcher: "x", hooks: [MINE] }, { hooks: [OURS] }]);
  expect(groups.get("Stop")).toBe(1);
  expect(stopOf(withoutHooks(fileWith({ hooks: [MINE, OURS] }), FILE))).toEqual([{ hooks: [MINE] }]);
});

test("a group with only our hooks disappears, and an empty one of the user's stays", () => {
  const text = fileWith({ hooks: [] }, { hooks: [OURS, OURS] });
  expect(stopOf(withoutHooks(text, FILE))).toEqual([{ hooks: [] }]);
  expect(withoutHooks(fileWith({ hooks: [OURS] }), FILE)).toBeUndefined();
});
