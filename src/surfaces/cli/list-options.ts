import { type Command, InvalidArgumentError, Option } from "commander";
import { parseJson } from "../parse-json.ts";

/** Adds a list of texts: repeated as `--decision <text>`, or as a whole in JSON. */
export function addTextList(command: Command, field: string, description: string): void {
  command
    .option(`${optionFlag(singular(field))} <text>`, `${description} (repeatable)`, appended)
    .addOption(new Option(`${optionFlag(field)} <json>`, description).argParser(readJson).hideHelp());
}

/** Converts the options of a command to input: single values are appended to their list. */
export function withTextLists(
  options: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const input = { ...options };
  for (const field of fields) {
    const items = options[singular(field)];
    delete input[singular(field)];
    if (!Array.isArray(items)) continue;
    const whole = options[field] ?? [];
    // Invalid values are rejected during validation, with the name of the field.
    input[field] = Array.isArray(whole) ? [...whole, ...items] : whole;
  }
  return input;
}

export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new InvalidArgumentError("It is not valid JSON.");
  }
}

function singular(field: string): string {
  return field.replace(/s$/, "");
}

function appended(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** The command-line option of an input field: `nextSteps` → `--next-steps`. */
export function optionFlag(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
