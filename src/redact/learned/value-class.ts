import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isNameLike, isWordy } from "../values/randomness.ts";

/** What a value looks like regardless of its context. The first match applies. */
const CLASSES = [
  ["placeholder", isPlaceholder],
  ["code", (value) => /\s/.test(value) && /[(){}[\]<>=;]/.test(value)],
  ["sentence", (value) => /(?:\S\s+){4}\S/.test(value)],
  ["phrase with a mark", (value) => /\s/.test(value) && /[\d!@#$%&*]/.test(value)],
  ["phrase", (value) => /\s/.test(value)],
  ["number", (value) => /^[\d.,:+%-]+$/.test(value)],
  ["path", (value) => /:\/\/|^[~.]{0,2}\/|\w\/\w+\//.test(value)],
  ["mail", (value) => /^[\w.+-]+@[\w-]+\.\w/.test(value)],
  ["hex", (value) => /^[0-9a-f-]{12,}$/i.test(value)],
  ["code", (value) => /[(){}[\]<>]|=>|->|::|&&|\|\||==|^[$%@-]/.test(value)],
  ["lower", (value) => /^\p{Ll}+$/u.test(value)],
  ["capital", (value) => /^\p{Lu}\p{Ll}+$/u.test(value)],
  ["upper", (value) => /^[A-Z_]+$/.test(value)],
  ["camel", (value) => /^\p{L}+$/u.test(value) && (isNameLike(value) || isWordy(value))],
  ["letters", (value) => /^\p{L}+$/u.test(value)],
  ["key", isKeyLike],
  ["strong", isStrongPassword],
  ["snake", (value) => /^[\p{L}_]+$/u.test(value)],
  ["kebab", (value) => /^[\p{Ll}-]+$/u.test(value)],
  ["capitals and hyphens", (value) => /^[\p{L}-]+$/u.test(value)],
  ["member", (value) => /^[\p{L}.]+$/u.test(value)],
  ["password", isPasswordLike],
  ["compound", isCompound],
  ["letters and digits", (value) => /^[\p{L}\d]+$/u.test(value)],
  ["name with digits", (value) => /^[\p{L}\d._-]+$/u.test(value)],
  ["marks", () => true],
] as const satisfies readonly (readonly [string, (value: string) => boolean])[];

export type ValueClass = (typeof CLASSES)[number][0];

/** The index of a class in the list is its number in the model. */
export function classOf(value: string): { name: ValueClass; number: number } {
  const number = CLASSES.findIndex(([, holds]) => holds(value));
  return { name: CLASSES[number]?.[0] ?? "marks", number };
}

/** Classes that no password belongs to: references to secrets, expressions and the like. */
export const NO_SECRET: ReadonlySet<ValueClass> = new Set(["placeholder", "number", "path", "mail", "code"]);

/** Ordinary words and names: secrets only where little else can occur. */
export const ORDINARY: ReadonlySet<ValueClass> = new Set([
  "lower",
  "capital",
  "upper",
  "camel",
  "snake",
  "kebab",
  "member",
  "sentence",
  "phrase",
  "phrase with a mark",
]);
