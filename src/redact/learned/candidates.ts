const LEAST = 4;
const LONGEST = 256;
const WORD = /\S{4,16384}/g;
const LEADING = "\"'`“”‘’«»„()[]{}<>*|,;:=「」『』（）。、，！？—–-";
const TRAILING = "\"'`“”‘’«»„()[]{}<>*|,;:「」『』（）。、，—–";
const CUTS = /[,;|"'`<>「」『』（）。、，！]/;
const PIECE = /[^,;|"'`<>「」『』（）。、，！]{4,}/g;
/** A name before a value: `name=`, `name:`, `--flag=`. */
const NAMED = /[-/]{0,2}[\p{L}\d_.$%-]{1,64}(?:=|:=|:)/uy;
const NAMES = 3;
/** A one-letter flag and its value: `-pX`. */
const FLAG = /^-[A-Za-z](?=\S{4})/;
const USER_INFO = /:(?<value>[^\s:@/"'<>]{4,128})@/g;

const QUOTED =
  /(?:"(?<double>[^"\n]{4,160})"|'(?<single>[^'\n]{4,160})'|`(?<back>[^`\n]{4,160})`|[“„«「『](?<other>[^\n“”„«»「」『』]{4,80})[”“»」』])/g;
// What introduces the rest of a line, or of a clause, as a value.
const INTRODUCES = /(?:[:=]|=>|->|\b(?:is|to|ora|ist|est|es|é|è|er|är|on|jest|to))[ \t]+(?=\S)/g;
const REST = /[^\n"`|]{4,120}$/my;
const CLAUSE = /[^\n"`|,;.()—–:=]{4,120}(?=[,;.()]|\s[—–-]\s)/y;

const LEADS = 1;
const TRAILS = 2;
const ENDS_SENTENCE = 4;
const marks = markTable();

type Visit = (start: number, end: number) => void;

/** Calls `visit` for everything in a text that could be a value. Candidates overlap, and some repeat. */
export function visitCandidates(text: string, visit: Visit): void {
  const add = (start: number, end: number): void => {
    if (end - start >= LEAST && end - start <= LONGEST) visit(start, end);
  };
  const addTrimmed = (from: number, to: number): void => {
    let start = from;
    let end = to;
    while (start < end && isMarked(text, start, LEADS)) start++;
    while (end > start && isMarked(text, end - 1, TRAILS)) end--;
    add(start, end);
    if (end === start || !isMarked(text, end - 1, ENDS_SENTENCE)) return;
    let last = end - 1;
    while (last > start && last > end - 3 && isMarked(text, last - 1, ENDS_SENTENCE)) last--;
    add(start, last);
  };
  for (const { 0: word, index } of text.matchAll(WORD)) addWord(word, index, addTrimmed, add);
  for (const { 0: quoted, index } of text.matchAll(QUOTED)) add(index + 1, index + quoted.length - 1);
  for (const { 0: tie, index } of text.matchAll(INTRODUCES)) {
    const start = index + tie.length;
    for (const pattern of [REST, CLAUSE]) {
      pattern.lastIndex = start;
      if (pattern.test(text)) addTrimmed(start, pattern.lastIndex);
    }
  }
}

function addWord(word: string, index: number, addTrimmed: Visit, add: Visit): void {
  addNamed(word, index, addTrimmed);
  if (!CUTS.test(word)) return;
  for (const { 0: piece, index: at } of word.matchAll(PIECE)) addNamed(piece, index + at, addTrimmed);
  if (!word.includes("@")) return;
  for (const { 0: login, index: at } of word.matchAll(USER_INFO))
    add(index + at + 1, index + at + login.length - 1);
}

/** Adds the word, and what follows each name at its beginning. */
function addNamed(word: string, index: number, addTrimmed: Visit): void {
  const end = index + word.length;
  addTrimmed(index, end);
  if (word.startsWith("-") && FLAG.test(word)) addTrimmed(index + 2, end);
  if (!word.includes("=") && !word.includes(":")) return;
  NAMED.lastIndex = 0;
  for (let names = 0; names < NAMES && NAMED.test(word); names++) addTrimmed(index + NAMED.lastIndex, end);
}

function isMarked(text: string, at: number, mark: number): boolean {
  return ((marks[text.charCodeAt(at)] ?? 0) & mark) !== 0;
}

/** For each character, whether it may lead, trail or end a sentence. White space may lead and trail. */
function markTable(): Uint8Array {
  const table = new Uint8Array(1 << 16);
  const mark = (characters: string, as: number): void => {
    for (const char of characters) table[char.charCodeAt(0)] = (table[char.charCodeAt(0)] ?? 0) | as;
  };
  mark(LEADING, LEADS);
  mark(TRAILING, TRAILS);
  mark(".!?", ENDS_SENTENCE);
  mark(" \t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009", LEADS | TRAILS);
  mark("\u200a\u2028\u2029\u202f\u205f\u3000\ufeff", LEADS | TRAILS);
  return table;
}
