const TAGGED = /<summary>\s*([\s\S]*?)\s*<\/summary>/;
/** The client wraps the summary in instructions for the model. */
const INTRODUCTION = /^This session is being continued from [\s\S]*?\nSummary:\s*\n/;
const CLOSING =
  /\n+(?:If you need specific details from before compaction|Please continue the conversation from where|Continue the conversation from where)[\s\S]*$/;

/** Only the summary of a compaction, whether it comes from a hook or from the transcript. */
export function summaryText(text: string): string {
  const [, tagged] = TAGGED.exec(text) ?? [];
  return (tagged ?? text.replace(INTRODUCTION, "").replace(CLOSING, "")).trim();
}
