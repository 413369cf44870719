import * as z from "zod";
import type { Context } from "./context.ts";
import { HoldfastError } from "./errors.ts";
import { explainIssue } from "./explain-issue.ts";
import type { JsonObject } from "./json.ts";
import type { Redactor } from "./ports/redactor.ts";
import { toStorable } from "./to-storable.ts";

/** Groups of related operations, in the order of `--help`. */
export const OPERATION_GROUPS = ["checkpoints", "sessions", "workflows", "notes", "agents"] as const;
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

/** One thing the product can do, as the surfaces see it: CLI, HTTP and MCP are derived from this. */
export interface Operation {
  name: string;
  /** Where help and the API description list it. */
  group: OperationGroup;
  summary: string;
  /** Names of input fields that the CLI takes by position. */
  positional: readonly string[];
  /** The MCP tool's name; absent if agents should not call it. */
  tool?: string;
  /** What the tool returns, where that is less than the output: a model pays for every character. */
  toolOutput?: { schema: z.ZodType; from(output: unknown): unknown };
  /** Whether the agent that asks gets the tool (default: always). */
  isOffered?: (ctx: Pick<Context, "agents" | "caller" | "config">) => boolean;
  /** What an agent should know beyond the summary: when to call the tool and why. */
  guidance?: string;
  readOnly: boolean;
  /** It cannot be undone: agents may ask the user first. */
  destructive?: boolean;
  input: z.ZodObject;
  output: z.ZodType;
  /** Validates the input and runs. An error names fields by `fieldName`, as the caller knows them. What a caller can fix is thrown as a `HoldfastError`; anything else is a bug. */
  call(ctx: Context, rawInput: unknown, fieldName?: FieldName): Promise<unknown>;
}

/** How a surface writes the name of an input field. */
type FieldName = (field: string) => string;

interface Definition<N extends string, I extends z.ZodObject, O extends z.ZodType>
  extends Omit<Operation, "name" | "positional" | "input" | "output" | "call"> {
  name: N;
  positional?: readonly string[];
  /** Names of input fields that are kept as they are: documents, which are encoded and not stored as text. */
  verbatim?: readonly string[];
  input: I;
  output: O;
  run(ctx: Context, input: z.infer<I>): Promise<z.infer<O>>;
}

export function defineOperation<const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<N, I, O>,
) {
  const { input, run, positional = [], verbatim = [] } = definition;
  const parse = (raw: unknown, fieldName: FieldName): z.infer<I> => {
    const parsed = input.safeParse(raw ?? {}, { error: explainIssue });
    if (!parsed.success)
      throw new HoldfastError("invalid_input", describeIssues(parsed.error, fieldName), {
        cause: parsed.error,
      });
    refuseUnknownFields(raw ?? {}, Object.keys(input.shape));
    // A value that is only looked up is rejected where it cannot exist.
    return definition.readOnly ? parsed.data : storable(parsed.data, verbatim);
  };
  return {
    ...definition,
    positional,
    call: async (ctx: Context, raw: unknown, fieldName: FieldName = String): Promise<z.infer<O>> => {
      try {
        return await run(ctx, parse(raw, fieldName));
      } catch (error) {
        throw error instanceof HoldfastError ? withoutSecrets(error, ctx.redactor) : error;
      }
    },
  };
}

function storable<T extends object>(input: T, verbatim: readonly string[]): T {
  const kept = Object.entries(input).filter(([field]) => verbatim.includes(field));
  const rest = Object.entries(input).filter(([field]) => !verbatim.includes(field));
  return { ...toStorable(Object.fromEntries(rest)), ...Object.fromEntries(kept) } as T;
}

/** Messages repeat the input: an agent's arguments may hold a secret, and errors end up in transcripts. */
function withoutSecrets(error: HoldfastError, redactor: Redactor): HoldfastError {
  const message = redactor.text(error.message);
  const details = redactor.json(error.details as JsonObject);
  const { code, cause, next } = error;
  const isClean = message === error.message && JSON.stringify(details) === JSON.stringify(error.details);
  return isClean ? error : new HoldfastError(code, message, { details, cause, next });
}

/** An unknown field is probably a typo: ignoring it would do something else than the caller asked for. */
function refuseUnknownFields(raw: object, known: readonly string[]): void {
  const unknown = Object.keys(raw).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const name = JSON.stringify(unknown.slice(0, 60));
  throw new HoldfastError(
    "invalid_input",
    `Unknown field ${name}. Known fields: ${known.join(", ") || "none"}.`,
  );
}

function describeIssues(error: z.ZodError, fieldName: FieldName): string {
  return error.issues
    .slice(0, 5)
    .map(({ path: [field, ...inner], message }) =>
      field === undefined
        ? `The input ${message}`
        : `${[fieldName(String(field)), ...inner].join(".")}: ${message}`,
    )
    .join("; ");
}

/** A switch that is off unless said otherwise. A query string can only say it in words: "false" is false. */
export function flag(description: string) {
  return z.union([z.boolean(), z.stringbool()]).default(false).describe(description);
}
