export const REPORT_TAG = "holdfast-rewind";

/** Whether a text with the role of the user is a report that replaced an exploration. */
export function isReportText(text: string): boolean {
  return text.trimStart().startsWith(`<${REPORT_TAG} `);
}

/** Precedes the list of what happened, one line each. */
export const FACTS_HEAD = "What already happened, and stays so (files were not restored):";
export const NO_FACTS = "Nothing was read, changed or said.";

/** Extracts the lines of a report that say what happened. Empty for other texts. */
export function factsInReport(text: string): string[] {
  if (!isReportText(text)) return [];
  const [, facts = ""] = text.split(`\n${FACTS_HEAD}\n`);
  const lines = facts.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  return lines.filter((line) => line !== NO_FACTS);
}
