const NOD =
  /^(ok|okay|yes|yeah|yep|no|nope|nice|thanks|thank you|great|cool|sure|continue|go on|next|do it|go ahead|perfect|good|looks good|k)\b[^.]{0,15}$/i;
/** The first and the last sentences are kept. */
const [OPENING, CLOSING] = [3, 4];
const LONGEST = 140;

/**
 * The floor that any other method has to beat: the user's sentences in their order without nods and questions, the shortest dropped
 * until the rest fits into `budget` characters.
 */
export function floor({ turns }, budget) {
  const sentences = turns
    .flatMap(({ user }) => user.split(/(?<=[.!?。！？])\s*|\n+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && !NOD.test(sentence) && !/[?？]$/.test(sentence))
    .map((sentence) => sentence.slice(0, LONGEST));
  while (sentences.length > OPENING + CLOSING + 1 && sentences.join("\n").length > budget) {
    const middle = sentences.slice(OPENING, -CLOSING).map(({ length }) => length);
    sentences.splice(OPENING + middle.indexOf(Math.min(...middle)), 1);
  }
  return sentences.join("\n");
}
