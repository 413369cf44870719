import { tryParseJson } from "../../text/json-text.ts";

/** What our server answers a call of `rewind` with (`rewind/operations/collapse.ts`), to put in place of the exploration. */
export interface Replacement {
  tag: string;
  mark: string;
  goal: string;
  /** The new result of the mark, which no longer asks for a rewind. */
  result: string;
  body: string;
  /** When the mark was set. */
  at?: number;
}

/** Undefined for an answer without a replacement. */
export function parseReplacement(answer: string): Replacement | undefined {
  return (tryParseJson(answer) as { replacement?: Replacement } | null | undefined)?.replacement;
}

/** The text that stands for the exploration in the conversation. */
export function replacementText({ tag, mark, body }: Replacement): string {
  return `<${tag} mark="${mark}">\n${body}\n</${tag}>`;
}
