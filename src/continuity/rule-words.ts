// The words by which a person's sentences are told apart. They are English: a sentence of another language counts as a
// remark, which is kept while there is room.

export const STANDING =
  /\b(?:never|always|from now on|going forward|from here on|for the rest of|in (?:every|all|any) case|under no circumstances|no matter what|at all times|not allowed|forbidden|off[- ]limits|hard (?:rule|requirement|limit)|non[- ]negotiable|ground rule|house rule|must(?:n['’]t)?|keep in mind|remember (?:that|to|:)|everywhere|as a rule|permanently|standing)\b/i;
export const DEMAND = [
  /\b(?:don['’]?t|do not|should(?:n['’]t| not)|may not|shall(?: not)?|(?:we|you|they|users?|customers?) (?:can['’]?t|cannot|can not|won['’]t))\b/i,
  /\b(?:only|no longer|no more|without|instead|rather than|I(?:['’]d| would) rather|except|unless|at (?:most|least)|no (?:later|earlier|more|less|fewer) than|stick (?:to|with)|stay (?:with|on|away|within|below|under|clear)|exactly)\b/i,
  /\b(?:careful|make sure|ensure|prefer(?:red|ably)?|avoid|refrain|requires?|required|mandatory|hands off|be sure|insist)\b/i,
  /\b(?:keep|leave) (?:\S+ ){0,8}?(?:at|as|un\w+|alone|untouched|in|the same|below|under|within|free|out|compatible|backwards?|intact|small|short|simple|stable)\b/i,
  /\b(?:has|have|need|needs|ought|want\w* .{1,60}?) to (?:stay|remain|be|keep|run|work|fit|go|pass|support|match)\b/i,
  /^(?:please )?(?:use|no|nothing|nobody|all|every|each|any)\b/i,
  /^(?:no|nope|wrong|actually|stop|wait|correction|not)\b[,.: -]/i,
  /, not (?:the |a |an )?\w+/i,
  /(?:[,;:–-]|\band|\bbut|\bwith) no (?!idea|problem|rush|worries|need|one\b)\w+/i,
  /\bin (?:english|german|french|spanish|plain|short|full|small|single|separate|present tense|past tense|imperative|lower ?case|upper ?case|camel\w*|snake\w*)\b/i,
];

/** Who it is for, where it runs, what it costs, by when: whatever is true of them outlives the prompt. */
export const SUBJECT =
  /\b(?:users?|customers?|clients?|people|folks|staff|team|teams|colleagues?|boss|manager|cto|support|ops|legal|compliance|security|finance|auditors?|reviewers?|editors?|operators?|nurses?|doctors?|drivers?|teachers?|students?|partners?|vendors?|marketing|sales|design(?:er)?s?|they|we|our|us|everyone|everybody|nobody|someone|half|most|production|prod|staging|ci|servers?|hosts?|clusters?|databases?|machines?|laptops?|phones?|tablets?|devices?|browsers?|network|vpn|proxy|firewall|hardware|kiosks?|terminals?|printers?|scanners?|boards?|deadline|budget|quota|licen[cs]es?|polic(?:y|ies)|contracts?|releases?|freeze|audit|regulation|gdpr|hipaa|law|office|warehouse|factory|hospital|bank|school)\b/i;
export const NAMED = /\b[A-Z][a-z]+ (?:from|in|at|of) (?:the )?[A-Za-z]+\b/;
export const MEASURE =
  /\b(?:(?:19|20)\d\d|v?\d+\.\d+|[A-Z][A-Za-z+#]+ \d+|\d+ ?(?:[KMGT]i?B|ms|s|sec\w*|min\w*|hours?|days?|weeks?|months?|years?|%|percent|euros?|dollars?|rows?|requests?|bits?|px|characters?|columns?|cores?))\b/;
/** What happens by the calendar, what has a reason, what the world has to do. */
export const LASTING =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:\w+ )?(?:day|night|week|month|morning|evening|hour|quarter)|daily|nightly|weekly|monthly|until|because|since (?:19|20)\d\d|goes through|(?:has|have|needs?) to)\b/i;
/** Points at what is at hand, not at the world. */
export const POINTING = /^(?:it|this|that|these|those|there|next|here|now|same|both|then|so)\b/i;
export const STATES =
  /\b(?:is|are|was|were|has|have|had|runs?|ran|uses?|using|reads?|writes?|needs?|wants?|expects?|supports?|relies|rely|depends?|gets?|sees?|works?|belongs?|owns?|lives?|speaks?|pays?|ships?|ends?|starts?|closes?|opens?|comes?|goes|sits?|connects?|deploys?|parses?|imports?|consumes?|prints?|scans?|blocks?|allows?|forbids?|costs?|charges?|limits?|signs?|reviews?|maintains?|handles?|stays?|still|ca(?:nnot|n['’]t)|do(?:es)?(?: not|n['’]t)|isn['’]t|aren['’]t|hasn['’]t|haven['’]t)\b/i;

/** Reports of the moment: true now, and gone with the next change. */
export const TRANSIENT =
  /\b(?:fail(?:s|ed|ing|ure)?|(?:an?|the|this|that|same|get|got|gets|see|new|with|of) (?:\w+ )?(?:errors?|exceptions?)|broken?|breaks|bugs?|crash(?:es|ed|ing)?|stack ?trace|traceback|throws?|again|just now|right now|at the moment|this time|(?:looks?|seems?|is|are) (?:to be |so |very |much |really |all )?(?:good|fine|ok|great|nice|right|wrong|better|worse|weird|strange|odd|done|blank|empty|stuck)|thanks?|thank you|great|nice|perfect|hm+|ok(?:ay)?|sorry|works now|still (?:not|does|do|is|get|see|show))\b/i;
/** Names one of many: what is said of it is about the work at hand. */
export const ONE_OF_MANY =
  /\b(?:part|item|step|line|test|file|module|case|view|page|request|row|chapter|task|issue|ticket|pr|number|no\.?|#) ?#?\d+\b/i;
/** What the user does or feels is no rule, whatever words it is said in. */
export const PERSONAL =
  /\bI(?:['’]m| am)?(?! (?:don['’]?t|do not|only) (?:want|like|need|allow|accept|ever))(?: really| just| still| also)? (?:don['’]?t|do not|can['’]?t|cannot|could(?:n['’]t| not)|did(?:n['’]t| not)|wonder|think|guess|tried|see|saw|only|forgot|was|had|have|got|am|must have)\b/i;
export const QUESTION = /\?["')]*$|^(?:why|what|how|where|when|who|which)\b/i;
export const REQUEST =
  /^(?:(?:please|now|then|next|also|and|ok(?:ay)?|so|first|finally|great|good|thanks)[,.]? )*(?:(?:can|could|would|will) you |let['’]?s |I(?:['’]d| would) like (?:you )?to |go ahead and |we should |try to )?(?:please )?(?:add|fix|implement|write|create|build|run|re-?run|show|find|check|look|make|refactor|rename|move|update|explain|test|continue|go on|investigate|debug|document|change|remove|delete|drop|replace|extract|split|merge|convert|port|migrate|open|read|list|print|tell|summari[sz]e|review|compare|measure|profile|clean|format|bump|install|set up|give|put|try|do|finish|handle|start|wire|hook|describe|let|take|trace|cover|speed|search|inspect|walk|prepare|draft|sketch|generate|translate|rework|simplify|inline|tidy|sort|group|render|cache|log|parse|validate|verify|reproduce|revert|undo|redo|restart|retry|push|pull|commit|merge|deploy)\b/i;
