import * as z from "zod";
import { tryParseJson } from "../text/json-text.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";

/** What a command prints about its failure with `--json`. */
const Failure = z.object({ message: z.string(), next: z.string() });

/**
 * Pushes the project of a directory in a separate process: redaction and encryption of a long conversation take seconds.
 * Resolves to what went wrong and what to do; undefined if nothing did.
 */
export async function pushDirectory(
  program: ProgramOptions,
  cwd: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await runProgram(program, { words: ["push", "--json"], cwd, signal });
    return undefined;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const failure = Failure.safeParse(tryParseJson(stderr));
    if (!failure.success) return "The push ended without a reason. Run `holdfast push` to see it.";
    const { message, next } = failure.data;
    return `${/[.?!]$/.test(message) ? message : `${message}.`} ${next}`;
  }
}
