import type { Offer } from "../kernel/statement.ts";
import { displayWidth, splitSentences } from "./split-sentences.ts";

export type Option = Offer["options"][number];

/** Offers are looked for only in this many characters at the end of a message. */
const TAIL_CHARS = 6_000;
const MAX_OPTIONS = 9;
const OPTION_CHARS = 240;

const MAX_SENTENCES = 6;
/** Options stay open for this many more answers, since people ask questions before they choose. */
const OPEN_FOR = 3;

/** Removed before parsing: emphasis, code, and task list items, which are not options. */
const IGNORED = /\*\*|__|^```[^]*?^```|^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\].*$/gm;

/** A mark that is recognizable only by its emphasis: `**A** a queue`. */
const BOLD_MARK = /(?<=^[ \t|>*-]{0,12})\*\*\(?([A-Za-z\d])[).:]?\*\*(?=[ \t])/gm;

/**
 * Finds what an answer of the agent offers the user. `before` is the previous offer, whose options may still be open.
 */
export function findOffer(answer: string, before: Offer | null): Offer {
  const plain = answer.slice(-TAIL_CHARS).replaceAll(BOLD_MARK, "$1)").replaceAll(IGNORED, "");
  const sentences = splitSentences(plain);
  const options = findOptions(plain).slice(0, MAX_OPTIONS).map(truncateOption);
  const stillOpen = options.length === 0 && before !== null && before.age < OPEN_FOR;
  return {
    ...(stillOpen ? { options: before.options, age: before.age + 1 } : { options, age: 0 }),
    question: findQuestion(sentences)?.slice(0, 2 * OPTION_CHARS) ?? null,
    sentences: sentences.slice(-MAX_SENTENCES).map((sentence) => sentence.slice(0, OPTION_CHARS)),
  };
}

function truncateOption({ mark, text }: Option): Option {
  return { mark, text: text.slice(0, OPTION_CHARS) };
}

/** The marks of list items in order, one string per script. */
const ALPHABETS = [
  "123456789",
  "abcdefghi",
  "①②③④⑤⑥⑦⑧⑨",
  "一二三四五六七八九",
  "甲乙丙丁戊",
  "абвгде",
  "αβγδε",
  "가나다라마",
  "アイウエオ",
  "أبجده",
  "कखगघङ",
];
const MARK = `[${ALPHABETS.join("")}]`;
const CLOSED = "[.)）:：、]";
/** A word such as "Option" before the mark. If there is one, white space may end the mark. */
const CALLED = "(?:\\p{Lu}\\p{L}{2,12}[ \\t]+|方案|选项|案|選択肢|옵션[ \\t]*|विकल्प[ \\t]*)";
/** A mark at the start of a line or table row: `1.`, `b)`, `(3)`, `Option B:`, `方案二：`, `案1 …`, `① …`. */
const LINE = new RegExp(
  `^[ \\t|>#*-]*(?:${CALLED}(?<called>${MARK})(?:${CLOSED}+|[\\s\u3000]*[-–—|]?)(?=[\\s\u3000]|\\p{Script=Han}|\\p{Script=Hangul})|\\(?(?<mark>${MARK})(?:${CLOSED}+|[ \\t]*[-–—|](?=[ \\t]))|(?<circled>[①-⑨]))[ \\t\u3000]*(?<text>\\S[^\\n|]*)`,
  "gimu",
);
/** A mark within a sentence: `either (1) a worker or (2) a listener`, `A) one line. B) a table.` */
const INLINE = new RegExp(
  `(?<![\\p{L}\\p{N}(])\\(?(?:(?<mark>${MARK})[)）:：、]|(?<circled>[①-⑨]))[ \\t]*(?<text>\\S.*?)(?=[,;，；、.。]?[ \\t]*(?:\\p{L}+[ \\t]+)?(?<![\\p{L}\\p{N}(])\\(?(?:${MARK}[)）:：、]|[①-⑨])|[.。?？!;；\\n]|$)`,
  "gimu",
);
/** An item of a list without marks. */
const BULLET = /^[ \t]*[-*•][ \t]+(?<text>\S[^\n]*)$/gmu;

/** Finds the options of the last list, since that is the one that the user responds to. */
function findOptions(answer: string): Option[] {
  const lists = [LINE, INLINE].map((pattern) => findLastList([...answer.matchAll(pattern)]));
  const [last] = lists.toSorted((a, b) => b.end - a.end);
  if (last && last.options.length > 1) return last.options;
  return findLastBullets(answer);
}

interface List {
  options: Option[];
  /** Position of its last option in the text. */
  end: number;
}

/** The last run of consecutive marks that starts with the first mark of its alphabet. */
function findLastList(matches: readonly RegExpExecArray[]): List {
  const lists: List[] = [];
  for (const match of matches) {
    const option = optionOf(match);
    const position = positionOf(option.mark);
    const list = lists.at(-1);
    if (position === 0) lists.push({ options: [option], end: match.index });
    else if (list?.options.length === position)
      lists.splice(-1, 1, { options: [...list.options, option], end: match.index });
  }
  return lists.findLast(({ options }) => options.length > 1) ?? { options: [], end: -1 };
}

function optionOf({ groups = {} }: RegExpExecArray): Option {
  const { called, mark, circled = "", text = "" } = groups;
  return { mark: (called ?? mark ?? circled).toLowerCase(), text: text.trim() };
}

function positionOf(mark: string): number {
  return Math.max(...ALPHABETS.map((alphabet) => alphabet.indexOf(mark)));
}

/** The bullets in the last paragraphs of an answer. */
function findLastBullets(answer: string): Option[] {
  const tail = answer
    .trim()
    .split(/\n\s*\n/)
    .slice(-3);
  const lists = tail.map((block) => [...block.matchAll(BULLET)]);
  const bullets = lists.findLast((list) => list.length > 1) ?? [];
  return bullets.map(({ groups }) => ({ mark: "", text: groups?.["text"] ?? "" }));
}

const LAST_SENTENCES = 3;
/** A question of this width, in columns, is understandable alone. Shorter ones depend on the sentences before them. */
const SELF_CONTAINED = 48;
const PROPOSAL = 360;

/** The question at the end of an answer, with the sentences that it depends on. */
function findQuestion(sentences: readonly string[]): string | null {
  const at = sentences.findLastIndex((sentence) => /[?？؟]["'”’)»]*$/.test(sentence));
  const question = sentences[at];
  if (question === undefined || at < sentences.length - LAST_SENTENCES) return null;
  if (displayWidth(question) >= SELF_CONTAINED) return question;
  let proposal = question;
  for (const before of sentences.slice(Math.max(0, at - LAST_SENTENCES), at).toReversed()) {
    if (displayWidth(proposal) + displayWidth(before) > PROPOSAL && proposal !== question) break;
    proposal = `${before} ${proposal}`;
  }
  return proposal;
}
