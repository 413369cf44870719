import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { opencode } from "../../../src/agents/opencode/adapter.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { connectPaths } from "../connect-paths.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("opencode");
  place = connectPaths(home);
});

test("the database moves with OPENCODE_DB, whose directory is the usual one if it names none", async () => {
  const databaseWith = async (env: Record<string, string>) => {
    const opened = await openContext({ env, home, cwd: home });
    const { dataDir } = await opencode.connection.plan({ ...place, ...opened });
    await opened.close();
    return dataDir;
  };
  const usual = join(home, ".local/share/opencode");
  const moved = join(home, "moved");
  expect(await databaseWith({})).toBe(join(usual, "opencode.db"));
  expect(await databaseWith({ OPENCODE_DB: "work.sqlite" })).toBe(join(usual, "work.sqlite"));
  expect(await databaseWith({ OPENCODE_DB: "work.sqlite", XDG_DATA_HOME: moved })).toBe(
    join(moved, "opencode/work.sqlite"),
  );
  expect(await databaseWith({ OPENCODE_DB: join(moved, "a.db"), XDG_DATA_HOME: home })).toBe(
    join(moved, "a.db"),
  );
});
