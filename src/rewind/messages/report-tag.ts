export const REPORT_TAG = "holdfast-rewind";

/** Whether a text in the user's name is a report that replaced an exploration. */
export function isReportText(text: string): boolean {
  return text.trimStart().startsWith(`<${REPORT_TAG} `);
}

/** Behind it stands what already happened, a line each. */
export const FACTS_HEAD = "What already happened, and stays so (files were not restored):";
export const NO_FACTS = "Nothing was read, changed or said.";

/** The lines of a report that say what happened; none for another text. */
export function factsInReport(text: string): string[] {
  if (!isReportText(text)) return [];
  const [, facts = ""] = text.split(`\n${FACTS_HEAD}\n`);
  const lines = facts.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  return lines.filter((line) => line !== NO_FACTS);
}
