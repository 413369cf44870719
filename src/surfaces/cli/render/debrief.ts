import type * as z from "zod";
import type { debrief } from "../../../debrief/operations/debrief.ts";
import { count } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";

export function renderDebrief(shown: z.infer<typeof debrief.output>, { style }: Rendering): string[] {
  const { enabled, session, ignoredInARow, lastAt, passes, route, rules, written } = shown;
  return [
    ...(written === null ? [] : [`Wrote ${written}. Review it and adjust the rules.`]),
    `Debriefs are ${enabled ? style.good("on") : style.bad("off")}${session === null ? "" : ` for session ${shortSessionId(session)}`}.`,
    ...(session === null
      ? []
      : [passes === null ? "A stop now would trigger one." : `A stop now would not trigger one: ${passes}.`]),
    ...(lastAt === null ? [] : [`Last one in this turn: ${new Date(lastAt).toISOString()}`]),
    ...(route === null ? [] : [`Last delivered ${CHANNELS[route]}.`]),
    ...(ignoredInARow > 0 ? [`${count(ignoredInARow, "debrief")} in a row without a tool call.`] : []),
    ...rules.map(({ files, evidence }) => `${files.join(", ")}: ${evidence}`),
  ];
}

const CHANNELS = {
  agent_stop: "in reply to a stop",
  queue: "through the queue of the agent",
  terminal: "by typing into the terminal",
} as const;
