import type { FileChange, LineCount, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

const ABSENT = "000000";

/** Reads the output of `diff-tree -r -z --raw`: pairs of a header and a path. Renames are not detected. */
export function readTreeChanges(output: Buffer): FileChange[] {
  return readRawParts(splitAtNul(output));
}

export function readRawParts(parts: readonly string[]): FileChange[] {
  const changes: FileChange[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [beforeMode = "", afterMode = "", before = "", after = ""] = (parts[i] ?? "").slice(1).split(" ");
    changes.push({
      path: parts[i + 1] ?? "",
      before: toFile(beforeMode, before),
      after: toFile(afterMode, after),
    });
  }
  return changes;
}

function toFile(mode: string, blob: string): TreeFile | null {
  return mode === ABSENT ? null : { mode, blob };
}

export function splitAtNul(output: Buffer): string[] {
  if (output.length === 0) return [];
  const parts = output.toString("latin1").split("\0");
  if (parts.at(-1) === "") parts.pop();
  return parts;
}

/** Reads the parts of `diff-tree -z --numstat`. Binary files have no counts. */
export function readLineCounts(parts: readonly string[]): Map<RawPath, LineCount> {
  const counts = new Map<RawPath, LineCount>();
  for (const line of parts) {
    const [added = "-", removed = "-", ...path] = line.split("\t");
    if (added !== "-") counts.set(path.join("\t"), { added: Number(added), removed: Number(removed) });
  }
  return counts;
}
