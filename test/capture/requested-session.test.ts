import { expect, test } from "vitest";
import { requestedSession } from "../../src/capture/requested-session.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const OFFER = "Shall I migrate the cart tests to vitest?";

test("running sessions are named by their titles, also one in which the person only agreed", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const live = { pid: process.pid };
    const [asked, agreed] = ["asked", "agreed"].map(
      (nativeSession) => new AgentSession(ctx, clock, { ...live, nativeSession }),
    );
    await asked?.start();
    await asked?.prompt("Round all amounts to cents.");
    await agreed?.start();
    await agreed?.prompt("What now?");
    await agreed?.stop(OFFER);
    await agreed?.prompt("yes");
    const message = await requestedSession(ctx, undefined, "Name one.").catch(String);
    expect(message).toContain("Several sessions are running here");
    expect(message).toContain('asked (claude-code, "Round all amounts to cents.")');
    expect(message).toContain(`agreed (claude-code, "${OFFER}")`);
  }));
