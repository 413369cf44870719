import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * One JSON document a line: `{ text, secrets: [{ start, end, kind }], label, source }`, offsets in UTF-16 units; gzipped
 * when the name says so. Labels: `secret`, `clean`, `env-reference`, `ambiguous` (not scored).
 */
export function readCorpus(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
