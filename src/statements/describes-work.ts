import { IDLE_PHRASES, IDLE_WORDS, plainWords } from "./idle-words.ts";

/** A command of the client (`/model opus`) or of the shell (`!ls`), as opposed to a path. */
const COMMAND = /^(?:\/\p{L}[\w:.-]*(?:\s|$)|!\s*\S)/u;
/** The number of a choice. By itself it says nothing, and after an offer it counts as the answer to that. */
const CHOICE = /^\s*#?\p{Nd}{1,2}[.)]?\s*$/u;
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]+$/u;

/** Whether a prompt says anything about the work, as opposed to "continue", commands and the number of a choice, in any language. */
export function describesWork(text: string): boolean {
  if (COMMAND.test(text.trimStart()) || CHOICE.test(text)) return false;
  return plainWords(text).some((word) => !isIdle(word));
}

function isIdle(word: string): boolean {
  if (IDLE_WORDS.has(word)) return true;
  return (
    UNSPACED.test(word) && IDLE_PHRASES.reduce((rest, phrase) => rest.replaceAll(phrase, ""), word) === ""
  );
}
