import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { Intake } from "../../src/daemon/intake.ts";
import { handleEvents } from "../../src/events/handle-events.ts";
import { withPlace } from "../support/test-context.ts";

/** A whole day of many agents: HOLDFAST_MEMORY_EVENTS=200000 npx vitest run test/daemon/memory.test.ts */
const EVENTS = Number(process.env["HOLDFAST_MEMORY_EVENTS"] ?? 200);
const SESSIONS = 20;
const MIB = 2 ** 20;

test(
  "R-D9: what an intake has handled it does not keep, payload, answer or id",
  { timeout: 60_000 + 50 * EVENTS },
  () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      mkdirSync(ctx.paths.spool, { mode: 0o700 });
      const intake = new Intake(ctx, { handle: handleEvents, log: ctx.log });
      await take(ctx, intake, 100);
      const before = heapInUse();
      await take(ctx, intake, EVENTS);
      // Each event brings 20 KB: what was kept of them would be many times this.
      expect(heapInUse() - before).toBeLessThan(1.5 * MIB + (5 * MIB * EVENTS) / 100_000);
    }),
);

/** Events of which every second one has a hook that waits for the answer. */
async function take(ctx: OpenContext, intake: Intake, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const id = randomUUID();
    const awaited = number % 2 === 0;
    const prompt = `Step ${number}. ${"Add a flag. ".repeat(1_600)}`;
    const session_id = `s${number % SESSIONS}`;
    const payload = { session_id, cwd: ctx.caller.cwd, hook_event_name: "UserPromptSubmit", prompt };
    const file = join(ctx.paths.spool, `${id}.${awaited ? "part" : "json"}`);
    writeFileSync(file, `holdfast-spool 1 claude-code UserPromptSubmit 0\n${JSON.stringify(payload)}`);
    const answer = awaited ? intake.reply(id) : undefined;
    if (awaited || number === count - 1) await intake.drain();
    (await answer)?.onDelivered?.();
  }
}

function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
