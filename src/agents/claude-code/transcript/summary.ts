const OPEN = "<summary>";
const CLOSE = "</summary>";
/** The client wraps the summary in instructions for the model. */
const INTRODUCTION = /^This session is being continued from [\s\S]*?\nSummary:\s*\n/;
const CLOSINGS = [
  "\nIf you need specific details from before compaction",
  "\nPlease continue the conversation from where",
  "\nContinue the conversation from where",
];

/** Only the summary of a compaction, whether it comes from a hook or from the transcript. */
export function summaryText(text: string): string {
  return (taggedPart(text) ?? withoutClosing(text.replace(INTRODUCTION, ""))).trim();
}

function taggedPart(text: string): string | undefined {
  const open = text.indexOf(OPEN);
  const close = open < 0 ? -1 : text.indexOf(CLOSE, open);
  return close < 0 ? undefined : text.slice(open + OPEN.length, close);
}

function withoutClosing(text: string): string {
  const found = CLOSINGS.map((closing) => text.indexOf(closing)).filter((at) => at >= 0);
  return found.length === 0 ? text : text.slice(0, Math.min(...found));
}
