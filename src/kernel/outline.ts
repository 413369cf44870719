import type * as z from "zod";
import { Capture, EMPTY_CAPTURE, upgrade } from "./capture.ts";
import { currentOutline } from "./current-outline.ts";

const OUTLINE = {
  version: true,
  goal: true,
  prompts: true,
  proposal: true,
  responses: true,
  todos: true,
  decisions: true,
  files: true,
  inherited: true,
} as const satisfies Partial<Record<keyof Capture, true>>;
/** `brief` is without commands. */
export type OutlineExtent = "brief" | "full";

const outlines = {
  brief: () => Capture.pick(OUTLINE),
  full: () => Capture.pick({ ...OUTLINE, commands: true }),
} satisfies Record<OutlineExtent, () => z.ZodType>;

/**
 * Parses the parts of a stored capture that a list of many sessions shows, several times faster than all of it. The other
 * parts are empty.
 */
export function createOutlineParser(extent: OutlineExtent): (stored: string | null) => Capture {
  let schema: ReturnType<(typeof outlines)[OutlineExtent]> | undefined;
  return (stored) => {
    if (stored === null) return EMPTY_CAPTURE;
    try {
      const parsed: unknown = JSON.parse(stored);
      const current = currentOutline(parsed);
      if (current)
        return withExtent({ ...EMPTY_CAPTURE, ...current, inherited: inheritedIn(parsed) }, extent);
      schema ??= outlines[extent]();
      return { ...EMPTY_CAPTURE, ...schema.parse(upgrade(parsed)) };
    } catch {
      return EMPTY_CAPTURE;
    }
  };
}

function withExtent(capture: Capture, extent: OutlineExtent): Capture {
  return extent === "brief" ? { ...capture, commands: [] } : capture;
}

function inheritedIn(stored: unknown): Capture["inherited"] {
  const { inherited } = Object(stored);
  return inherited === null || inherited === undefined ? null : Capture.shape.inherited.parse(inherited);
}
