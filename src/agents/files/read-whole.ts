import { stat } from "node:fs/promises";
import { HoldfastError } from "../../kernel/errors.ts";
import { readTail } from "./tail.ts";

/** Of a conversation that is copied: it has to be read from its beginning. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The whole file of a conversation, or an error that says what to do without it. */
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

/** What helps where a conversation cannot be copied. */
export const FORK_ADVICE = "Start a new conversation; `holdfast resume` brings the report.";
