import { createHash } from "node:crypto";
import { HoldfastError } from "../../kernel/errors.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { splitLines } from "../split-lines.ts";
import { BUNDLE_VERSION, BundleLine } from "./bundle-line.ts";
import { isTooDeep } from "./is-too-deep.ts";

/** Longest line. Ours are shorter: the longest are captures and parts of conversations. */
const MAX_LINE = 64 * 2 ** 20;

/**
 * Parses the lines of a bundle, without the last one. Throws `state_corrupt` where something is damaged, and at the end
 * if anything is missing, so what was read may be used only once it was read to the end.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BundleLine> {
  const hash = createHash("sha256");
  let count = 0;
  let isComplete = false;
  for await (const raw of splitLines(bytes, MAX_LINE)) {
    if (!raw) throw damaged("a line is too long");
    if (isComplete) throw damaged("something follows its end");
    const line = parse(raw, count);
    if (line.type === "end") {
      if (line.lines !== count || line.sha256 !== hash.digest("hex"))
        throw damaged("its hash does not match");
      isComplete = true;
      continue;
    }
    hash.update(raw).update("\n");
    count += 1;
    yield line;
  }
  if (!isComplete) throw damaged("its end is missing");
}

/** Lines with bytes that must not change; what they are used for verifies them. */
const HASHED: ReadonlySet<string> = new Set<BundleLine["type"]>(["node", "conversation", "pack"]);

function parse(raw: Buffer, index: number): BundleLine {
  if (isTooDeep(raw)) throw damaged(`line ${index + 1} is nested too deep`);
  const json = tryParseJson(raw.toString());
  // Before all else, since a newer version may have other lines.
  if (index === 0) checkHeader(json);
  const read = BundleLine.safeParse(json);
  if (read.success) return HASHED.has(read.data.type) ? read.data : toStorable(read.data);
  const field = read.error.issues[0]?.path.map(String).join(".") ?? "";
  throw damaged(`line ${index + 1} cannot be read${field === "" ? "" : ` (${field})`}`);
}

function checkHeader(json: unknown): void {
  const header = typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  if (header["type"] !== "holdfast") throw notABundle();
  if (Number(header["version"]) <= BUNDLE_VERSION) return;
  throw new HoldfastError("store_newer", "A newer version of Holdfast wrote this bundle.", {
    next: "Upgrade Holdfast on this machine, then import it again. Nothing was changed.",
  });
}

export function notABundle(): HoldfastError {
  return new HoldfastError("invalid_input", "This file is not a bundle of Holdfast.", {
    next: "Pass a file that `holdfast export` wrote.",
  });
}

export function damaged(how: string): HoldfastError {
  return new HoldfastError("state_corrupt", `The bundle is damaged: ${how}. Nothing was imported.`, {
    next: "Copy it again, or export it again.",
  });
}
