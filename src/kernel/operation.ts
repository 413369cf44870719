import type * as z from "zod";
import type { Context, Redactor } from "./context.ts";
import { HoldfastError } from "./errors.ts";

/** One thing the product can do, as the surfaces see it: CLI, HTTP and MCP are derived from this. */
export interface Operation {
  name: string;
  summary: string;
  /** Names of input fields that the CLI takes by position. */
  positional: readonly string[];
  /** The MCP tool's name; absent where an agent has no business calling it. */
  tool?: string;
  readOnly: boolean;
  /** What it takes away does not come back: clients may ask the user first. */
  destructive?: boolean;
  input: z.ZodObject;
  output: z.ZodType;
  /** Checks the input, runs, and throws only `HoldfastError`. */
  call(ctx: Context, rawInput: unknown): Promise<unknown>;
}

interface Definition<I extends z.ZodObject, O extends z.ZodType> {
  name: string;
  summary: string;
  positional?: readonly string[];
  tool?: string;
  readOnly: boolean;
  destructive?: boolean;
  input: I;
  output: O;
  run(ctx: Context, input: z.infer<I>): Promise<z.infer<O>>;
}

export function defineOperation<I extends z.ZodObject, O extends z.ZodType>(definition: Definition<I, O>) {
  const { input, run, positional = [] } = definition;
  const parse = (raw: unknown): z.infer<I> => {
    const parsed = input.safeParse(raw ?? {});
    if (parsed.success) return parsed.data;
    throw new HoldfastError("invalid_input", describeIssues(parsed.error), { cause: parsed.error });
  };
  return {
    ...definition,
    positional,
    call: async (ctx: Context, raw: unknown): Promise<z.infer<O>> => {
      try {
        return await run(ctx, parse(raw));
      } catch (error) {
        throw error instanceof HoldfastError ? withoutSecrets(error, ctx.redactor) : error;
      }
    },
  };
}

/** Messages repeat what was given: an agent's arguments may hold a secret, and its errors end in transcripts. */
function withoutSecrets(error: HoldfastError, redactor: Redactor): HoldfastError {
  const message = redactor.text(error.message);
  const { code, details, cause } = error;
  return message === error.message ? error : new HoldfastError(code, message, { details, cause });
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
