import { stat } from "node:fs/promises";
import { HoldfastError } from "../../kernel/errors.ts";
import { readTail } from "./tail.ts";

/** A conversation that is copied has to be read from its beginning. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads the whole file of a conversation. Throws `HoldfastError` if it is missing or too large. */
export async function readWhole(path: string): Promise<Buffer> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  const tail =
    size > MAX_BYTES ? undefined : await readTail(path, MAX_BYTES, { maxLines: Number.POSITIVE_INFINITY });
  if (tail) return tail.bytes;
  const [code, why] =
    size > MAX_BYTES ? (["too_large", "is too large"] as const) : (["not_found", "is gone"] as const);
  throw new HoldfastError(code, `The transcript ${path} ${why}.`, { next: FORK_ADVICE });
}

/** The next step if a conversation cannot be copied. */
export const FORK_ADVICE = "Start a new conversation; `holdfast resume` brings the report.";
