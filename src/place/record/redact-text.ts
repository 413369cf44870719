import type { Redactor } from "../../kernel/ports/redactor.ts";
import { formatHeldPrompt, LEGACY, parseHeldPrompts } from "../held/held-prompt-format.ts";
import { markdownSections } from "./markdown-sections.ts";
import { parsePlace } from "./parse-place.ts";
import { isOwnMarkdown } from "./place-markdown.ts";

/** Redacts a place file that we wrote, and the name of its task. Undefined for other files and for clean ones. */
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

/** Redacts the rows of saves and restores. Undefined if they contain no secrets. */
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

/** Redacts a file of held prompts that we wrote. Undefined for other files and for clean ones. */
export function redactHeldPrompts(text: string, redactor: Redactor): string | undefined {
  const prompts = parseHeldPrompts(text);
  if (prompts.every(({ at }) => at === LEGACY)) return undefined;
  const clean = prompts.map((prompt) => ({ ...prompt, text: redactor.text(prompt.text) }));
  if (clean.every((prompt, index) => prompt.text === prompts[index]?.text)) return undefined;
  return clean
    .map((prompt) => (prompt.at === LEGACY ? `${prompt.text}\n\n` : formatHeldPrompt(prompt)))
    .join("");
}
