import type * as z from "zod";
import type { collapse } from "../../../rewind/operations/collapse.ts";
import type { mark } from "../../../rewind/operations/mark.ts";
import type { rewind } from "../../../rewind/operations/rewind.ts";
import { shellQuoted } from "../../../text/shell-quoted.ts";

export function renderMark({ message }: z.infer<typeof mark.output>): string[] {
  return message.split("\n");
}

export function renderCollapsed(shown: z.infer<typeof collapse.output>): string[] {
  const { goal, facts, fork } = shown;
  return [
    `Completed: ${goal}`,
    ...facts.map((fact) => `- ${fact}`),
    savedTokens(shown),
    ...(fork === null ? [] : [fork]),
  ];
}

/** The tokens that a rewind saves, in one line. */
export function savedTokens({
  spanTokens,
  reportTokens,
}: {
  spanTokens: number | null;
  reportTokens: number;
}): string {
  if (spanTokens === null) return `The report takes about ${reportTokens} tokens.`;
  return `The exploration took ${spanTokens} tokens, its report takes about ${reportTokens}.`;
}

/** Shows the command to type if the terminal cannot be taken over. */
export function renderRewound(shown: z.infer<typeof rewind.output>): string[] {
  const { goal, mark, facts, directory, command } = shown;
  return [
    `Forked at the mark "${goal}" (${mark}).`,
    ...facts.map((fact) => `- ${fact}`),
    savedTokens(shown),
    "Continue with:",
    `  cd ${shellQuoted(directory)} && ${command.map(shellQuoted).join(" ")}`,
  ];
}
