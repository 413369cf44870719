import { oneLine } from "./bounded.ts";
import { neutralize } from "./neutralize.ts";

/** Stored text as data: neutral, and between two lines that it cannot imitate, since it cannot know the nonce. */
export function fence(name: "recovery" | "notes", text: string, nonce: string): string {
  const tag = `holdfast-${name} nonce="${nonce}"`;
  return `<${tag}>\n${neutralize(text)}\n</${tag}>`;
}

const FENCED = /^<holdfast-(recovery|notes) nonce="([\w-]{16,})">\n([^]*)\n<\/holdfast-\1 nonce="\2">$/;

/** A context that is safe for a model, whatever its source: it contains no tag except its fence, if it has one. */
export function neutralContext(context: string): string {
  const [, name, nonce = "", text = ""] = FENCED.exec(context) ?? [];
  return name === "recovery" || name === "notes" ? fence(name, text, nonce) : neutralize(context);
}

/** Stored text on one line, neutralized. Call it before truncating: a tag that was cut in two is not recognized. */
export function plainLine(text: string): string {
  return neutralize(oneLine(text));
}
