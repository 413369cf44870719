import type * as z from "zod";
import type { capture } from "../../../capture/operations/capture.ts";
import type { dismiss } from "../../../recovery/operations/dismiss.ts";
import { shortSessionId } from "../../../recovery/record/about-work.ts";
import type { Rendering } from "./rendering.ts";

export function renderCapture(
  { session, paused }: z.infer<typeof capture.output>,
  { style }: Rendering,
): string[] {
  const state = paused ? style.bad("paused") : style.good("active");
  return [
    `Capture is ${state} for session ${session}.`,
    ...(paused ? [style.dim("Resume with: holdfast capture resume")] : []),
  ];
}

export function renderDismissed({ session, dismissed, already }: z.infer<typeof dismiss.output>): string[] {
  const earlier = shortSessionId(dismissed);
  return [
    already
      ? `The record of session ${earlier} was dismissed before; there is nothing else to dismiss.`
      : `Session ${shortSessionId(session)} does not continue session ${earlier} any more. The agent learns it with your next prompt.`,
    `No session is offered that record again. To see it: holdfast resume ${earlier}`,
  ];
}
