import { type Command, InvalidArgumentError } from "commander";
import * as z from "zod";
import { parseJson } from "../parse-json.ts";

/** An input field as an option: what it may be is read from its schema. */
export function addOption(command: Command, field: string, type: z.ZodType): void {
  const flag = `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const schema = schemaOf(type);
  const description = describeField(schema, type.description);
  if (isSwitch(type)) command.option(flag, description);
  // Of no single type, or a list: only JSON can say it.
  else if (schema.type === undefined || schema.type === "array")
    command.option(`${flag} <json>`, description, readJson);
  else command.option(`${flag} <${placeholder(schema)}>`, description);
}

function placeholder({ type, enum: values }: z.core.JSONSchema.BaseSchema): string {
  if (values) return "word";
  return type === "string" ? "text" : "number";
}

/** An input field by its place; a list takes all words that are left. */
export function addArgument(command: Command, field: string, type: z.ZodType): void {
  const isList = type.safeParse([]).success;
  const word = isList ? `${field}...` : field;
  command.argument(
    isOptional(type) ? `[${word}]` : `<${word}>`,
    describeField(schemaOf(type), type.description),
  );
}

function isOptional(type: z.ZodType): boolean {
  return type.safeParse(undefined).success;
}

/** What a field is for, the words it may be, and what it is when it is left out. */
function describeField(
  { enum: values, default: preset }: z.core.JSONSchema.BaseSchema,
  description = "",
): string {
  const choice = values ? [`one of ${values.join(", ")}`] : [];
  const isPlain = typeof preset === "number" || (typeof preset === "string" && preset !== "");
  const remarks = isPlain ? [...choice, `else ${preset}`] : choice;
  return remarks.length > 0 ? `${description} (${remarks.join("; ")})`.trimStart() : description;
}

function schemaOf(type: z.ZodType) {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
}

/** `kernel/flag.ts`: an option without a value. */
function isSwitch(type: z.ZodType): boolean {
  return type.safeParse(undefined).data === false;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new InvalidArgumentError("It is not JSON.");
  }
}
