import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenContext } from "../../src/app.ts";
import { type Debriefs, readDebriefs } from "../../src/debrief/debrief-state.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

export const SECOND = 1_000;

/** A session whose turn has lasted `seconds` when it next stops. */
export async function turnOf(
  ctx: OpenContext,
  clock: { now: number },
  seconds: number,
  base = {},
): Promise<AgentSession> {
  const session = new AgentSession(ctx, clock, base);
  await session.prompt("Port the reader.");
  const { lastPromptAt } = await session.row();
  clock.now = (lastPromptAt ?? 0) + seconds * SECOND - SECOND; // each event takes a second of its own
  return session;
}

/** What is stored about the debriefs of a session. */
export async function debriefsOf(session: AgentSession): Promise<Debriefs> {
  const row = await session.row();
  return readDebriefs(row.capture, row);
}

/** The debrief part of the project's own settings. */
export function rules(place: TestPlace, debriefSettings: object): void {
  writeFileSync(join(place.project, ".holdfast.json"), JSON.stringify({ debrief: debriefSettings }));
}

/** Runs `work` in a test workspace whose user has enabled debriefs. */
export async function withDebriefs(work: (place: TestPlace) => Promise<void>): Promise<void> {
  await withPlace(work, { debrief: { enabled: true } });
}
