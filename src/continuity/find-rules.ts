import { proseOf } from "./prose-of.ts";

export interface FoundRule {
  text: string;
  /** How sure it is that the sentence outlives its prompt; see `WEIGHTS`. */
  weight: number;
}

/**
 * Standing demands are meant for ever by their words. Demands without such a word may be. A demand inside a request is
 * mostly about that request. Facts are weakest by their form, yet nobody repeats them, so they are kept as well.
 */
const WEIGHTS = { standing: 4, demand: 3, fact: 2, attached: 1.5, remark: 1 } as const;

/**
 * Which sentences of a prompt stay in force after it is answered: what the user demands, forbids or corrects, and plain
 * facts about people, machines and dates that rule something out. What only asks for work now is the request.
 */
export function findRules(prompt: string): FoundRule[] {
  return sentences(proseOf(prompt)).flatMap((sentence) => {
    const weight = sentence.length >= 8 && sentence.length <= 600 ? weigh(sentence) : 0;
    return weight === 0 ? [] : [{ text: sentence, weight }];
  });
}

const STANDING =
  /\b(?:never|always|from now on|going forward|from here on|for the rest of|in (?:every|all|any) case|under no circumstances|no matter what|at all times|not allowed|forbidden|off[- ]limits|hard (?:rule|requirement|limit)|non[- ]negotiable|ground rule|house rule|must(?:n['’]t)?|keep in mind|remember (?:that|to|:)|everywhere|as a rule|permanently|standing)\b/i;
const DEMAND = [
  /\b(?:don['’]?t|do not|should(?:n['’]t| not)|may not|shall(?: not)?|(?:we|you|they|users?|customers?) (?:can['’]?t|cannot|can not|won['’]t))\b/i,
  /\b(?:only|no longer|no more|without|instead|rather than|except|unless|at (?:most|least)|no (?:later|earlier|more|less|fewer) than|stick (?:to|with)|stay (?:with|on|away|within|below|under|clear)|exactly)\b/i,
  /\b(?:careful|make sure|ensure|prefer(?:red|ably)?|avoid|refrain|requires?|required|mandatory|hands off|be sure|insist)\b/i,
  /\b(?:keep|leave) (?:\S+ ){0,8}?(?:at|as|un\w+|alone|untouched|in|the same|below|under|within|free|out|compatible|backwards?|intact|small|short|simple|stable)\b/i,
  /\b(?:has|have|need|needs|ought|want\w* .{1,60}?) to (?:stay|remain|be|keep|run|work|fit|go|pass|support|match)\b/i,
  /^(?:please )?(?:use|no|nothing|nobody|all|every|each|any)\b/i,
  /^(?:no|nope|wrong|actually|stop|wait|correction|not)\b[,.: -]/i,
  /, not (?:the |a |an )?\w+/i,
];

/** Who it is for, where it runs, what it costs, by when: whatever is true of them outlives the prompt. */
const SUBJECT =
  /\b(?:users?|customers?|clients?|people|folks|staff|team|teams|colleagues?|boss|manager|cto|support|ops|legal|compliance|security|finance|auditors?|reviewers?|editors?|operators?|nurses?|doctors?|drivers?|teachers?|students?|partners?|vendors?|marketing|sales|design(?:er)?s?|they|we|our|us|everyone|everybody|nobody|someone|half|most|production|prod|staging|ci|servers?|hosts?|clusters?|databases?|machines?|laptops?|phones?|tablets?|devices?|browsers?|network|vpn|proxy|firewall|hardware|kiosks?|terminals?|printers?|scanners?|boards?|deadline|budget|quota|licen[cs]es?|polic(?:y|ies)|contracts?|releases?|freeze|audit|regulation|gdpr|hipaa|law|office|warehouse|factory|hospital|bank|school)\b/i;
const NAMED = /\b[A-Z][a-z]+ (?:from|in|at|of) (?:the )?[A-Za-z]+\b/;
const MEASURE =
  /\b(?:(?:19|20)\d\d|v?\d+\.\d+|[A-Z][A-Za-z+#]+ \d+|\d+ ?(?:[KMGT]i?B|ms|s|sec\w*|min\w*|hours?|days?|weeks?|months?|years?|%|percent|euros?|dollars?|rows?|requests?|bits?|px|characters?|columns?|cores?))\b/;
/** Points at what is at hand, not at the world. */
const POINTING = /^(?:it|this|that|these|those|there|next|here|now|same|both|then|so)\b/i;
const STATES =
  /\b(?:is|are|was|were|has|have|had|runs?|ran|uses?|using|reads?|writes?|needs?|wants?|expects?|supports?|relies|rely|depends?|gets?|sees?|works?|belongs?|owns?|lives?|speaks?|pays?|ships?|ends?|starts?|closes?|opens?|comes?|goes|sits?|connects?|deploys?|parses?|imports?|consumes?|prints?|scans?|blocks?|allows?|forbids?|costs?|charges?|limits?|signs?|reviews?|maintains?|handles?|stays?|still|ca(?:nnot|n['’]t)|do(?:es)?(?: not|n['’]t)|isn['’]t|aren['’]t|hasn['’]t|haven['’]t)\b/i;

/** Reports of the moment: true now, and gone with the next change. */
const TRANSIENT =
  /\b(?:fail(?:s|ed|ing|ure)?|errors?|broken?|breaks|bugs?|crash(?:es|ed|ing)?|stack ?trace|traceback|exceptions?|again|just now|right now|at the moment|this time|looks?|seems?|thanks?|thank you|great|nice|perfect|good|weird|strange|odd|hmm|ok(?:ay)?|sorry|done|works now|still (?:not|does|do|is|get|see|show))\b/i;
/** What the user does or feels is no rule, whatever words it is said in. */
const PERSONAL =
  /\bI(?:['’]m| am)?(?! (?:don['’]?t|do not|only) (?:want|like|need|allow|accept|ever))(?: really| just| still| also)? (?:don['’]?t|do not|can['’]?t|cannot|could(?:n['’]t| not)|did(?:n['’]t| not)|wonder|think|guess|tried|see|saw|only|forgot|was|had|have|got|am|must have)\b/i;
const QUESTION = /\?["')]*$|^(?:why|what|how|where|when|who|which)\b/i;
const REQUEST =
  /^(?:(?:please|now|then|next|also|and|ok(?:ay)?|so|first|finally|great|good|thanks)[,.]? )*(?:(?:can|could|would|will) you |let['’]?s |I(?:['’]d| would) like (?:you )?to |go ahead and |we should |try to )?(?:please )?(?:add|fix|implement|write|create|build|run|re-?run|show|find|check|look|make|refactor|rename|move|update|explain|test|continue|go on|investigate|debug|document|change|remove|delete|drop|replace|extract|split|merge|convert|port|migrate|open|read|list|print|tell|summari[sz]e|review|compare|measure|profile|clean|format|bump|install|set up|give|put|try|do|finish|handle|start|wire|hook|describe|let|take|trace|cover|speed|search|inspect|walk|prepare|draft|sketch|generate|translate|rework|simplify|inline|tidy|sort|group|render|cache|log|parse|validate|verify|reproduce)\b/i;

function weigh(sentence: string): number {
  if (QUESTION.test(sentence) || PERSONAL.test(sentence)) return 0;
  const isRequest = REQUEST.test(sentence) && !/^(?:please )?make sure\b/i.test(sentence);
  if (STANDING.test(sentence)) return WEIGHTS.standing - (isRequest ? 0.5 : 0);
  if (DEMAND.some((pattern) => pattern.test(sentence))) return isRequest ? WEIGHTS.attached : WEIGHTS.demand;
  return isRequest ? 0 : factWeight(sentence);
}

/** "The test fails again" is news; "the support team reads the logs" is a fact that stays. */
function factWeight(sentence: string): number {
  if (TRANSIENT.test(sentence) || /^I\b/.test(sentence) || !/\s/.test(sentence)) return 0;
  const isStated = STATES.test(sentence);
  if (POINTING.test(sentence)) return isStated ? WEIGHTS.remark : 0;
  if (SUBJECT.test(sentence) || NAMED.test(sentence)) return WEIGHTS.fact;
  if (!isStated) return 0;
  return MEASURE.test(sentence) ? WEIGHTS.fact : WEIGHTS.remark;
}

function sentences(prose: string): string[] {
  return prose
    .split(/(?<=[.!?;]["')]?)\s+(?=\S)|\n+/)
    .map((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((part) => part !== "");
}
