import * as z from "zod";
import type { Context } from "./context.ts";
import { HoldfastError } from "./errors.ts";
import { explainIssue } from "./explain-issue.ts";
import type { JsonObject } from "./json.ts";
import type { Redactor } from "./ports/redactor.ts";
import { toStorable } from "./to-storable.ts";

/** Groups of related operations, in the order of `--help`. */
export const OPERATION_GROUPS = ["checkpoints", "files", "sessions", "workflows", "notes", "agents"] as const;
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

/** One thing that the product can do. The CLI, the HTTP API and the MCP server are derived from it. */
export interface Operation {
  name: string;
  /** The section of the help and of the API description. */
  group: OperationGroup;
  summary: string;
  /** Names of input fields that are positional arguments in the CLI. */
  positional: readonly string[];
  /** The name of the MCP tool; absent if agents should not call it. */
  tool?: string;
  /** A shorter output for the MCP tool, since a model pays for every character (default: the whole output). */
  toolOutput?: { schema: z.ZodType; from(output: unknown): unknown };
  /** Whether the calling agent is offered the tool (default: always). */
  isOffered?: (ctx: Pick<Context, "agents" | "caller" | "config">) => boolean;
  /** Tells an agent when and why to call the tool, in addition to the summary. */
  guidance?: string;
  readOnly: boolean;
  /** It cannot be undone, so agents may ask the user first. */
  destructive?: boolean;
  input: z.ZodObject;
  output: z.ZodType;
  /**
   * Validates the input and runs the operation. `fieldName` turns field names in error messages into the form that the
   * caller knows. Throws a `HoldfastError` if the caller can fix the problem; any other error is a bug.
   */
  call(ctx: Context, rawInput: unknown, fieldName?: FieldName): Promise<unknown>;
}

/** Returns the name of an input field as a surface shows it. */
type FieldName = (field: string) => string;

interface Definition<N extends string, I extends z.ZodObject, O extends z.ZodType>
  extends Omit<Operation, "name" | "positional" | "input" | "output" | "call"> {
  name: N;
  positional?: readonly string[];
  /**
   * Names of input fields that are not converted by `toStorable`: documents, which are encoded rather than stored as
   * text.
   */
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
    rejectUnknownFields(raw ?? {}, Object.keys(input.shape));
    // A read-only operation need not convert its input: a value that cannot be stored is simply not found.
    return definition.readOnly ? parsed.data : toStorableInput(parsed.data, verbatim);
  };
  return {
    ...definition,
    positional,
    call: async (ctx: Context, raw: unknown, fieldName: FieldName = String): Promise<z.infer<O>> => {
      try {
        return await run(ctx, parse(raw, fieldName));
      } catch (error) {
        throw error instanceof HoldfastError ? redactError(error, ctx.redactor) : error;
      }
    },
  };
}

function toStorableInput<T extends object>(input: T, verbatim: readonly string[]): T {
  const kept = Object.entries(input).filter(([field]) => verbatim.includes(field));
  const rest = Object.entries(input).filter(([field]) => !verbatim.includes(field));
  return { ...toStorable(Object.fromEntries(rest)), ...Object.fromEntries(kept) } as T;
}

/** Error messages repeat the input, which may contain a secret, and they end up in transcripts. */
function redactError(error: HoldfastError, redactor: Redactor): HoldfastError {
  const message = redactor.text(error.message);
  const details = redactor.json(error.details as JsonObject);
  const { code, cause, next } = error;
  const isClean = message === error.message && JSON.stringify(details) === JSON.stringify(error.details);
  return isClean ? error : new HoldfastError(code, message, { details, cause, next });
}

/** An unknown field is probably a typo. Ignoring it would not do what the caller asked for. */
function rejectUnknownFields(raw: object, known: readonly string[]): void {
  const unknown = Object.keys(raw).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const name = JSON.stringify(unknown.slice(0, 60));
  throw new HoldfastError(
    "invalid_input",
    `Unknown field ${name}. Known fields: ${known.join(", ") || "none"}.`,
  );
}

function describeIssues(error: z.ZodError, fieldName: FieldName): string {
  const issues = error.issues
    .slice(0, 5)
    .map(({ path: [field, ...inner], message }) =>
      field === undefined
        ? `The input ${message}`
        : `${[fieldName(String(field)), ...inner].join(".")}: ${message}`,
    )
    .join("; ");
  return /[.!?]$/.test(issues) ? issues : `${issues}.`;
}

/** A boolean that defaults to false. Also accepts strings such as "true" and "false", for query strings. */
export function flag(description: string) {
  return z.union([z.boolean(), z.stringbool()]).default(false).describe(description);
}
