import { bounded, type Capture } from "./capture-state.ts";

const YES =
  /^(?:yes|yep|yeah|ok(?:ay)?|sure|agreed|sounds good|good|great|perfect|fine|go (?:ahead|for it|with)|do (?:it|that|the)|let['’]?s (?:do|go|take|use)|take|i(?:['’]d| would)? (?:prefer|like|want|go)|option|the (?:first|second|third|fourth|last))\b/i;
const CHOICES: readonly [RegExp, number][] = [
  [/\b(?:first|former|(?:option|number|variant|no\.?|#) ?(?:1|a)|1st)\b/i, 0],
  [/\b(?:second|latter|(?:option|number|variant|no\.?|#) ?(?:2|b)|2nd)\b/i, 1],
  [/\b(?:third|(?:option|number|variant|no\.?|#) ?(?:3|c)|3rd)\b/i, 2],
  [/\b(?:fourth|(?:option|number|variant|no\.?|#) ?(?:4|d)|4th)\b/i, 3],
];
const OPTION =
  /^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:option[ \t]+)?(?:[1-9]|[A-D])(?:[.):]|[ \t]+[-–—:])(?:\*\*)?[ \t]+(\S.*)$/gim;
const PROPOSAL =
  /\b(?:I(?:['’]d| would)? (?:suggest|propose|recommend|go with|prefer|use|plan to)|my (?:suggestion|recommendation|proposal)|let['’]?s|we (?:could|should)|(?:shall|should) (?:I|we))\b/i;
/** Longer answers to a proposal are a new request, not a nod. */
const NOD_LENGTH = 240;

/** What the user agreed to: the option of the last answer that a short yes names, or its one proposal. */
export function acceptedDecision(lastAnswer: string | null, prompt: string): Capture["decisions"] {
  const said = prompt.trim();
  if (lastAnswer === null || said.length > NOD_LENGTH || !YES.test(said)) return [];
  const decision = chosen(lastAnswer, said) ?? proposal(lastAnswer);
  if (decision === undefined) return [];
  return [{ decision: bounded(decision, 400), rationale: `the user agreed: "${bounded(said, 120)}"` }];
}

function chosen(answer: string, said: string): string | undefined {
  const options = [...answer.matchAll(OPTION)].map(([, text = ""]) => text.replaceAll("**", "").trim());
  const choice = CHOICES.find(([pattern]) => pattern.test(said));
  return choice ? options[choice[1]] : undefined;
}

function proposal(answer: string): string | undefined {
  const sentences = answer.replaceAll("**", "").split(/(?<=[.!?])\s+|\n+/);
  return sentences.findLast((sentence) => PROPOSAL.test(sentence))?.trim();
}
