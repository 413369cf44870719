import { classify } from "./model.ts";

/** Above this probability, a sentence is more likely a rule than a task. Found on the learning sessions. */
const LIKELY = 0.6;
/** As in the middle of a session: at its start, the classifier expects tasks. */
const FORM = { index: 0, count: 1, prompts: 9, reply: "none", pasted: false, turn: null } as const;

/** Whether a sentence looks like a rule for the work rather than like a task. */
export function looksLikeRule(text: string): boolean {
  return classify({ text, ...FORM }).constraint >= LIKELY;
}
