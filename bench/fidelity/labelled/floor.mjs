const NOD =
  /^(ok|okay|yes|yeah|yep|no|nope|nice|thanks|thank you|great|cool|sure|continue|go on|next|do it|go ahead|perfect|good|looks good|k)\b[^.]{0,15}$/i;
/** The first and the last sentences stay. */
const [OPENING, CLOSING] = [3, 4];
const LONGEST = 140;

/**
 * The floor that every other way has to beat: the user's sentences in their order, nods and plain questions dropped, then the
 * shortest until `budget` characters hold the rest.
 */
export function floor({ turns }, budget) {
  const said = turns
    .flatMap(({ user }) => user.split(/(?<=[.!?。！？])\s*|\n+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && !NOD.test(sentence) && !/[?？]$/.test(sentence))
    .map((sentence) => sentence.slice(0, LONGEST));
  while (said.length > OPENING + CLOSING + 1 && said.join("\n").length > budget) {
    const middle = said.slice(OPENING, -CLOSING).map(({ length }) => length);
    said.splice(OPENING + middle.indexOf(Math.min(...middle)), 1);
  }
  return said.join("\n");
}
