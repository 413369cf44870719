import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Call } from "../journal/journal.ts";

/** The last step of every run: how it ended. */
export const END_STEP = "end";

/** What a call of ours is called at DBOS. A place has no spaces in it. */
export function nameOfStep({ place, kind, key }: Call): string {
  return `${place} ${kind} ${key}`;
}

/** The first step of DBOS that is not done: there it has to begin again, or after its last one. */
export async function firstOutside(
  runId: string,
  isDone: (step: { place: string; kind: string }) => boolean,
): Promise<number> {
  const steps = (await DBOS.listWorkflowSteps(runId)) ?? [];
  const outside = steps.filter(({ name, error }) => {
    // DBOS's own steps, as its sleep, have one word.
    const [place = "", kind] = name.split(" ");
    return error !== null || name === END_STEP || (kind !== undefined && !isDone({ place, kind }));
  });
  const last = steps.reduce((most, { functionID }) => Math.max(most, functionID), -1);
  return outside.reduce((least, { functionID }) => Math.min(least, functionID), last + 1);
}
