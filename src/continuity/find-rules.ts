/**
 * Which sentences of a prompt stay in force after it is answered. Two kinds count: what the user demands or forbids
 * (signal words), and plain facts about people, machines and deadlines that rule something out. A sentence that only
 * asks for work now is the request, not a rule.
 */
export function findRules(prompt: string): string[] {
  return sentences(prompt).filter(
    (sentence) => sentence.length >= 8 && sentence.length <= 400 && isRule(sentence),
  );
}

const DEMANDS = [
  /\b(?:never|always|must(?:n't| not)?|don['’]?t|do not|cannot|can['’]?t|should(?:n['’]t| not)|may not)\b/i,
  /\b(?:only|no longer|no more|without|instead of|rather than|except|unless|at (?:most|least)|stick (?:to|with))\b/i,
  /\b(?:from now on|going forward|remember|keep in mind|be careful|make sure|prefer|avoid|forbidden|not allowed|required?)\b/i,
  /\b(?:keep|leave) (?:\S+ ){0,6}(?:at|as|unchanged|alone|untouched|in|the same)\b/i,
  /^(?:please )?(?:use|no)\b/i,
  /^(?:no|nope|wrong|actually|stop)[,.: ]/i,
];

/** Facts without a signal word: who uses it, where it runs, what it costs, by when. */
const FACTS = [
  /\b(?:users?|customers?|clients?|team|colleagues?|support|ops|legal|compliance|reviewers?|they|we|it|production|prod|staging|ci|server|servers|cluster|database|api|machines?|laptops?|phones?|devices?)\b.{0,60}\b(?:runs?|uses?|reads?|has|have|is|are|still|needs?|expects?|supports?|relies|rely|depends?|gets?|sees?|work|works|belongs?|owns?)\b/i,
  /\b(?:deadline|budget|limit|quota|licen[cs]e|policy|contract|release)\b/i,
];

const REQUEST =
  /^(?:please |now |then |can you |could you |let'?s )?(?:add|fix|implement|write|create|run|show|find|check|look|make|refactor|rename|move|update|explain|test|continue|go on|investigate|debug|document)\b/i;

function isRule(sentence: string): boolean {
  if (sentence.endsWith("?")) return false;
  if (DEMANDS.some((pattern) => pattern.test(sentence))) return true;
  return !REQUEST.test(sentence) && FACTS.some((pattern) => pattern.test(sentence));
}

function sentences(prompt: string): string[] {
  return prompt
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((part) => part !== "");
}
