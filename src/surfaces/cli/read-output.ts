import * as z from "zod";
import { ERRORS } from "../../kernel/errors.ts";

const Warned = z.object({ warnings: z.array(z.string()) });

/** Warnings of an operation, printed apart from its output, which a program may read. */
export function warningsOf(output: unknown): string[] {
  const { data } = Warned.safeParse(output);
  return data ? data.warnings : [];
}

const Failed = z.object({ ok: z.literal(false), error: z.literal("conflict").nullish() });

/** Scripts notice through the exit code when doctor finds problems, or when a restore kept everything. */
export function exitCodeOf(output: unknown): number {
  const { data } = Failed.safeParse(output);
  return data ? (data.error ? ERRORS[data.error].exit : 1) : 0;
}
