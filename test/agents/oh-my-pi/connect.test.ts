import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { connectPaths } from "../connect-paths.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("oh-my-pi");
  place = connectPaths(home);
});

const folder = () => join(home, ".omp/agent");
const extension = () => join(folder(), "extensions/holdfast.js");

test("what is announced is what is written", async () => {
  const { changes } = await ohMyPi.connection.plan(place);
  await ohMyPi.connection.connect(place);
  expect(changes.map(({ path }) => path)).toEqual([
    extension(),
    join(folder(), ".mcp.json"),
    join(folder(), "skills/checkpoint"),
  ]);
  for (const { path } of changes) expect(existsSync(path)).toBe(true);
});

test("our server says whose it is", async () => {
  await ohMyPi.connection.connect(place);
  expect(JSON.parse(readFileSync(join(folder(), ".mcp.json"), "utf8"))).toEqual({
    mcpServers: {
      holdfast: { command: place.node, args: [place.mainScript, "mcp"], env: { OMPCODE: "1" } },
    },
  });
});
