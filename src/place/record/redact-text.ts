import type { Redactor } from "../../kernel/ports/redactor.ts";
import { formatHeldPrompt, LEGACY, parseHeldPrompts } from "../held/held-prompts.ts";
import { markdownSections } from "./markdown-sections.ts";
import { parsePlace } from "./parse-place.ts";
import { isOwnMarkdown } from "./place-markdown.ts";

/** A place file of ours without its secrets, and what its task is called then; undefined for any other, and for a clean one. */
export function redactPlaceText(
  text: string,
  redactor: Redactor,
): { text: string; oldTask: string; task: string } | undefined {
  if (!isOwnMarkdown(markdownSections(text))) return undefined;
  // Each field is one line.
  const clean = redactLines(text, redactor, () => true);
  if (clean === text) return undefined;
  return { text: clean, oldTask: parsePlace(text)?.task ?? "", task: parsePlace(clean)?.task ?? "" };
}

/** The rows of saves and restores without secrets; undefined where they have none. */
export function redactLedger(text: string, redactor: Redactor): string | undefined {
  const clean = redactLines(text, redactor, (line) =>
    / \| checkpoint \| .* \| (?:save|restore) \| 0$/.test(line),
  );
  return clean === text ? undefined : clean;
}

function redactLines(text: string, redactor: Redactor, isOurs: (line: string) => boolean): string {
  return text
    .split("\n")
    .map((line) => (isOurs(line) ? redactor.text(line) : line))
    .join("\n");
}

/** A file of held prompts of ours without secrets; undefined where they have none. */
export function redactHeldPrompts(text: string, redactor: Redactor): string | undefined {
  const prompts = parseHeldPrompts(text);
  if (prompts.every(({ at }) => at === LEGACY)) return undefined;
  const clean = prompts.map((prompt) => ({ ...prompt, text: redactor.text(prompt.text) }));
  if (clean.every((prompt, index) => prompt.text === prompts[index]?.text)) return undefined;
  return clean
    .map((prompt) => (prompt.at === LEGACY ? `${prompt.text}\n\n` : formatHeldPrompt(prompt)))
    .join("");
}
