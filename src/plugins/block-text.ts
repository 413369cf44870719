/** A part of a message's content; clients have more kinds of it. */
export interface TextBlock {
  type: string;
  text?: string | undefined;
}

/** Maximum length of a text in an event. */
export const MAX_TEXT = 65_536;

export function blockText(content: string | readonly TextBlock[] | null | undefined): string {
  if (typeof content === "string") return content.slice(0, MAX_TEXT);
  const texts = (content ?? []).flatMap(({ type, text }) => (type === "text" ? [text] : []));
  return texts.join("\n").slice(0, MAX_TEXT);
}
