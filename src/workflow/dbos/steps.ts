import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Call } from "../journal/journal.ts";

/** The last step of every run, which records how it ended. */
export const END_STEP = "end";

/** The name of a call as a step of DBOS. A place contains no spaces. */
export function nameOfStep({ place, kind, key }: Call): string {
  return `${place} ${kind} ${key}`;
}

/** The step from which DBOS has to continue: the first one that is not done, or the one after the last. */
export async function findRestartStep(
  runId: string,
  isDone: (step: { place: string; kind: string; isFailed: boolean }) => boolean,
): Promise<number> {
  const steps = (await DBOS.listWorkflowSteps(runId)) ?? [];
  const undone = steps.filter(({ name, error }) => {
    // DBOS's own steps, such as its sleep, have a name of one word.
    const [place = "", kind] = name.split(" ");
    if (name === END_STEP || kind === undefined) return name === END_STEP || error !== null;
    return !isDone({ place, kind, isFailed: error !== null });
  });
  const last = steps.reduce((most, { functionID }) => Math.max(most, functionID), -1);
  return undone.reduce((least, { functionID }) => Math.min(least, functionID), last + 1);
}
