import { oneLine } from "./bounded.ts";
import { neutralize } from "./neutralize.ts";

/** Marks stored text as data: neutralized, between two tags that it cannot forge because it cannot know the nonce. */
export function fence(name: "recovery" | "notes", text: string, nonce: string): string {
  const tag = `holdfast-${name} nonce="${nonce}"`;
  return `<${tag}>\n${neutralize(text)}\n</${tag}>`;
}

const FENCED = /^<holdfast-(recovery|notes) nonce="([\w-]{16,})">\n([^]*)\n<\/holdfast-\1 nonce="\2">$/;

/** Changes what stands inside a fence, or all of a text without one. The nonce stays, and stays unguessable. */
export function mapFenced(context: string, change: (text: string) => string): string {
  const [, name, nonce = "", text = ""] = FENCED.exec(context) ?? [];
  return name === "recovery" || name === "notes" ? fence(name, change(text), nonce) : change(context);
}

/** Makes any context safe for a model: it contains no tag except its own fence, if it has one. */
export function neutralContext(context: string): string {
  return mapFenced(context, neutralize);
}

/**
 * Puts stored text on one line and neutralizes it. Must precede truncation, since a truncated tag would not be
 * recognized.
 */
export function plainLine(text: string): string {
  return neutralize(oneLine(text));
}
