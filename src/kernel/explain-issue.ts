import type * as z from "zod";

/**
 * Describes an invalid input in plain words, for `safeParse(…, { error: explainIssue })`. Messages in the schema take
 * precedence.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === "invalid_type")
    return issue.input === undefined ? "is missing" : `must be ${withArticle(issue.expected)}`;
  if (code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (code === "too_small") return `must ${describeBound(issue.origin, "at least", issue.minimum)}`;
  if (code === "too_big") return `must ${describeBound(issue.origin, "at most", issue.maximum)}`;
  // Rare issues keep zod's message.
  return undefined;
}

function withArticle(type: string): string {
  const name = type === "int" ? "whole number" : type;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

function describeBound(origin: string, how: string, limit: number | bigint): string {
  const plural = Number(limit) === 1 ? "" : "s";
  if (origin === "string") return `have ${how} ${limit} character${plural}`;
  if (origin === "array") return `have ${how} ${limit} item${plural}`;
  return `be ${how} ${limit}`;
}
