import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { debrief } from "../../src/debrief/operations/debrief.ts";
import { dismiss } from "../../src/recovery/operations/dismiss.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

test("a session id as short as lists show it is accepted by every command", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const nativeSession = "2dc79b80-3f1e-4b1c-9d5e-000000000001";
    const session = new AgentSession(ctx, clock, { agent: "codex", nativeSession });
    await session.start();
    await session.prompt("Build the importer.");
    const short = nativeSession.slice(0, 8);
    expect(await list.call(ctx, { session: short })).toEqual(
      await list.call(ctx, { session: nativeSession }),
    );
    const shown = await debrief.call(ctx, { action: "status", session: short });
    expect(shown).toMatchObject({ session: nativeSession });
    const continuesNone = await dismiss.call(ctx, { session: nativeSession }).catch(String);
    expect(await dismiss.call(ctx, { session: short }).catch(String)).toEqual(continuesNone);
    await expect(list.call(ctx, { session: "2dc79" })).rejects.toThrow("No session 2dc79 is known here.");
  }));
