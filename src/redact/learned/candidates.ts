const LEAST = 4;
const LONGEST = 256;
const WORD = /\S{4,16384}/g;
const LEADING = /^[\s"'`“”‘’«»„()[\]{}<>*|,;:=「」『』（）。、，！？—–-]+/;
const TRAILING = /[\s"'`“”‘’«»„()[\]{}<>*|,;:「」『』（）。、，—–]$/;
const SENTENCE_END = /[.!?]+$/;
const CUTS = /[,;|"'`<>「」『』（）。、，！]/;
const PIECE = /[^,;|"'`<>「」『』（）。、，！]{4,}/g;
/** A name and the value behind it: `name=`, `name:`, `--flag=`. */
const NAMED = /^[-/]{0,2}[\p{L}\d_.$%-]{1,64}(?:=|:=|:)/u;
const NAMES = 3;
/** A flag of one letter and its value: `-pX`. */
const FLAG = /^-[A-Za-z](?=\S{4})/;
const USER_INFO = /:(?<value>[^\s:@/"'<>]{4,128})@/g;

const QUOTED =
  /(?:"(?<double>[^"\n]{4,160})"|'(?<single>[^'\n]{4,160})'|`(?<back>[^`\n]{4,160})`|[“„«「『](?<other>[^\n“”„«»「」『』]{4,80})[”“»」』])/g;
// The rest of a line or of its clause.
const TIED = /(?:[:=]|=>|->|\b(?:is|to|ora|ist|est|es|é|è|er|är|on|jest|to))[ \t]+(?=\S)/g;
const REST = /[^\n"`|]{4,120}$/my;
const CLAUSE = /[^\n"`|,;.()—–:=]{4,120}(?=[,;.()]|\s[—–-]\s)/y;

/** Calls `visit` for everything in a text that could be a value; they overlap, and some come twice. */
export function visitCandidates(text: string, visit: (start: number, end: number) => void): void {
  const add = (start: number, end: number): void => {
    if (end - start >= LEAST && end - start <= LONGEST) visit(start, end);
  };
  const addTrimmed = (start: number, raw: string): void => {
    const lead = LEADING.exec(raw)?.[0].length ?? 0;
    let length = raw.length;
    while (length > lead && TRAILING.test(raw.slice(length - 1, length))) length--;
    add(start + lead, start + length);
    const marks = SENTENCE_END.exec(raw.slice(Math.max(lead, length - 3), length))?.[0].length ?? 0;
    if (marks > 0) add(start + lead, start + length - marks);
  };
  for (const { 0: word, index } of text.matchAll(WORD)) addWord(word, index, addTrimmed, add);
  for (const { 0: quoted, index } of text.matchAll(QUOTED)) add(index + 1, index + quoted.length - 1);
  for (const { 0: tie, index } of text.matchAll(TIED)) {
    const start = index + tie.length;
    for (const pattern of [REST, CLAUSE]) {
      pattern.lastIndex = start;
      const value = pattern.exec(text)?.[0];
      if (value !== undefined) addTrimmed(start, value);
    }
  }
}

function addWord(
  word: string,
  index: number,
  addTrimmed: (start: number, raw: string) => void,
  add: (start: number, end: number) => void,
): void {
  addNamed(word, index, addTrimmed);
  if (!CUTS.test(word)) return;
  for (const { 0: piece, index: at } of word.matchAll(PIECE)) addNamed(piece, index + at, addTrimmed);
  if (!word.includes("@")) return;
  for (const { 0: login, index: at } of word.matchAll(USER_INFO))
    add(index + at + 1, index + at + login.length - 1);
}

/** The word, and what stands behind each name at its beginning. */
function addNamed(word: string, index: number, addTrimmed: (start: number, raw: string) => void): void {
  addTrimmed(index, word);
  if (FLAG.test(word)) addTrimmed(index + 2, word.slice(2));
  let at = 0;
  for (let names = 0; names < NAMES; names++) {
    const name = NAMED.exec(word.slice(at))?.[0];
    if (name === undefined) return;
    at += name.length;
    addTrimmed(index + at, word.slice(at));
  }
}
