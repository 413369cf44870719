const TAGGED = /<summary>\s*([\s\S]*?)\s*<\/summary>/;
/** Around the summary the client tells the model how to go on. */
const SPOKEN = /^This session is being continued from [\s\S]*?\nSummary:\s*\n/;
const AFTER =
  /\n+(?:If you need specific details from before compaction|Please continue the conversation from where|Continue the conversation from where)[\s\S]*$/;

/** A compaction's summary alone: as the model wrote it for a hook, and as the transcript passes it on. */
export function summaryText(text: string): string {
  const [, tagged] = TAGGED.exec(text) ?? [];
  return (tagged ?? text.replace(SPOKEN, "").replace(AFTER, "")).trim();
}
