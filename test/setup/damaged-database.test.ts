import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { handleEvent } from "../../src/events/handle-events.ts";
import { listSetAside } from "../../src/files/set-aside.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { status } from "../../src/setup/operations/status.ts";
import { withPlace } from "../support/test-context.ts";

test("R-P8 R-Q8: session starts, doctor and status report a damaged database until its files are gone", () =>
  withPlace(async (place) => {
    const { database } = pathsFrom({ HOLDFAST_HOME: `${place.root}/state` }, place.root);
    mkdirSync(dirname(database), { mode: 0o700 });
    writeFileSync(database, "", { mode: 0o600 });
    const ctx = await place.open();
    const start = (id: string): AgentEvent => ({
      id,
      kind: "session_start",
      source: "startup",
      agent: "claude-code",
      nativeSession: id,
      cwd: place.project,
      at: ctx.clock(),
    });
    const said = async (id: string) => ({
      notice: (await handleEvent(ctx, start(id), { awaited: true })).notice,
      status: (await status.call(ctx, {})).damaged.join(),
      doctor: (await doctor.call(ctx, {})).findings.find(({ check }) => check === "no database was damaged")
        ?.advice,
    });
    const words = expect.stringMatching(/holdfast\.db was empty \(0 bytes\); .*move or delete them/);
    expect(await said("first")).toEqual({ notice: words, status: words, doctor: words });
    for (const { path } of listSetAside(database))
      for (const end of ["", ".txt"]) rmSync(path + end, { force: true });
    expect(await said("second")).toEqual({ notice: undefined, status: "", doctor: "" });
  }));
