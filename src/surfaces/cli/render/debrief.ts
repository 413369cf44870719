import type * as z from "zod";
import type { debrief } from "../../../debrief/operations/debrief.ts";
import type { Rendering } from "./render.ts";

export function renderDebrief(shown: z.infer<typeof debrief.output>, { style }: Rendering): string[] {
  const { enabled, session, ignoredInARow, lastAt, passes, route, rules, written } = shown;
  return [
    ...(written === null ? [] : [`Wrote ${written}: read it, and change what does not fit.`]),
    `Debriefs are ${enabled ? style.good("on") : style.bad("off")}${session === null ? "" : ` for session ${session}`}.`,
    ...(session === null
      ? []
      : [passes === null ? "A stop now would be answered with one." : `A stop now would pass: ${passes}.`]),
    ...(lastAt === null ? [] : [`Last in this turn: ${new Date(lastAt).toISOString()}`]),
    ...(route === null ? [] : [`Last told ${ROUTES[route]}.`]),
    ...(ignoredInARow > 0 ? [`${ignoredInARow} in a row led to no tool call.`] : []),
    ...rules.map(({ files, evidence }) => `${files.join(", ")}: ${evidence}`),
  ];
}

const ROUTES = {
  agent_stop: "in answer to its stop",
  queue: "by its client's queue",
  terminal: "in its terminal",
} as const;
