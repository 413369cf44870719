import * as z from "zod";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";

const DebriefState = z.object({
  /** The user switched debriefs off for this session. */
  off: z.boolean(),
  /** Number of consecutive debriefs that led to no tool use. */
  ignored: z.number(),
  /** The newest debrief (the seed's `last_checkpoint_at`), and the time of the prompt whose turn it belongs to. */
  last: z.object({ at: z.number(), prompt: z.number().nullable(), inTurn: z.number() }).nullable(),
});

const slice = defineSlice<z.infer<typeof DebriefState>>({
  name: "debrief",
  version: 1,
  schema: DebriefState,
  empty: { off: false, ignored: 0, last: null },
});

type Turn = Pick<SessionSummary, "lastPromptAt">;

/** What is known of the debriefs of a session. The last two are about the current turn, which a person's prompt began. */
export interface Debriefs {
  off: boolean;
  ignored: number;
  lastAt: number | null;
  inTurn: number;
}

export function readDebriefs(capture: Capture, { lastPromptAt }: Turn): Debriefs {
  const { off, ignored, last } = slice.read(capture);
  const current = last?.prompt === lastPromptAt ? last : null;
  return { off, ignored, lastAt: current?.at ?? null, inTurn: current?.inTurn ?? 0 };
}

/** Records that the agent was asked. Until it uses a tool, this debrief counts as ignored. */
export function recordDebrief(capture: Capture, turn: Turn, at: number): Capture {
  const { off, ignored, inTurn } = readDebriefs(capture, turn);
  const last = { at, prompt: turn.lastPromptAt, inTurn: inTurn + 1 };
  return slice.write(capture, { off, ignored: ignored + 1, last });
}

/** Records a restart prompt. The answer to it is not debriefed at once, but the prompt is no debrief itself. */
export function recordRestartPrompt(capture: Capture, turn: Turn, at: number): Capture {
  const { off, ignored, inTurn } = readDebriefs(capture, turn);
  return slice.write(capture, { off, ignored, last: { at, prompt: turn.lastPromptAt, inTurn } });
}

/** Switches debriefs on or off for a session. Switched on, they start again even after some were ignored. */
export function switchDebriefs(capture: Capture, action: "on" | "off"): Capture {
  const state = slice.read(capture);
  return slice.write(
    capture,
    action === "off" ? { ...state, off: true } : { ...state, off: false, ignored: 0 },
  );
}

/** A tool call acts on a debrief only if it follows it in the same turn. */
export const noteDebriefActedOn: EventHandler<EventOf<"tool_use">> = {
  name: "noteDebriefActedOn",
  kinds: ["tool_use"],
  handle(_ctx, scope) {
    const { capture, session, event } = scope;
    const { ignored, lastAt } = readDebriefs(capture, session);
    if (ignored === 0 || lastAt === null || event.at <= lastAt) return { scope };
    return { scope: { ...scope, capture: slice.write(capture, { ...slice.read(capture), ignored: 0 }) } };
  },
};
