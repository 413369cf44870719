import { type Command, Option } from "commander";
import * as z from "zod";
import { addTextList, optionFlag, readJson } from "./list-options.ts";

/** Options that only agents pass; the help of the command line does not list them. */
const HIDDEN: ReadonlySet<string> = new Set(["tries", "passphrase"]);

/** The short forms that options have. */
const SHORT: { readonly [field: string]: string } = { output: "-o" };

/** Adds an input field as an option, described by its schema. */
export function addOption(command: Command, field: string, type: z.ZodType): void {
  const flag = optionFlag(field);
  const schema = schemaOf(type);
  const description = describeField(schema, type.description);
  if (HIDDEN.has(field))
    command.addOption(new Option(`${flag} <${placeholder(schema)}>`, description).hideHelp());
  else if (isSwitch(type)) command.option(flag, description);
  else if (isTextList(type)) addTextList(command, field, description);
  // Other lists, objects and values of several types are given as JSON.
  else if (schema.type === undefined || schema.type === "array" || schema.type === "object")
    command.option(`${flag} <json>`, description, readJson);
  else {
    const flags = [SHORT[field] ?? [], flag].flat().join(", ");
    command.option(`${flags} <${placeholder(schema)}>`, description);
  }
}

function placeholder({ type, enum: values }: z.core.JSONSchema.BaseSchema): string {
  if (values) return "word";
  return type === "string" ? "text" : "number";
}

/** Adds an input field as a positional argument. A list takes all remaining words. */
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

/** A field's description with its allowed values and its default. */
function describeField(
  { enum: values, default: preset }: z.core.JSONSchema.BaseSchema,
  description = "",
): string {
  const choice = values ? [`one of: ${values.join(", ")}`] : [];
  const isPlain = typeof preset === "number" || (typeof preset === "string" && preset !== "");
  const remarks = isPlain ? [...choice, `default: ${preset}`] : choice;
  return remarks.length > 0 ? `${description} (${remarks.join("; ")})`.trimStart() : description;
}

function schemaOf(type: z.ZodType) {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
}

/** Whether a field is a list of strings, which is given word by word or by repeating an option. */
export function isTextList(type: z.ZodType): boolean {
  const { type: kind, items } = schemaOf(type);
  return kind === "array" && typeof items === "object" && "type" in items && items.type === "string";
}

/** Whether an option takes no value; see `flag` in `kernel/operation.ts`. */
function isSwitch(type: z.ZodType): boolean {
  return type.safeParse(undefined).data === false;
}
