import { expect, test } from "vitest";
import { log } from "../../src/log/operations/log.ts";
import { UNOPENED } from "../../src/sessions/unopened-fork.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

test("a fork that no agent has opened is not listed, also once its record was passed on", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock);
    await session.prompt("Build the importer.");
    const original = await session.row();
    const fork = { id: "ses_fork", nativeId: "fork", revision: 0, parentId: original.id } as const;
    const unopened = { parentReason: "fork", endReason: UNOPENED.created } as const;
    await ctx.store.replaceSession({ ...original, ...fork, ...unopened });
    const { sessions } = await log.call(ctx, {});
    expect(sessions.map(({ id }) => id)).toEqual([original.id]);
  }));
