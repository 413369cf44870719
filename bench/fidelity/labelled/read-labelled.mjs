import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * Sessions labelled with the facts of a hand-over note, written by people who did not know the code: a directory of `.json` files, or a
 * `.jsonl.gz` file with one session per line. Each is `{ name, language, cwd_files, turns: [{ user, assistant, tools }], facts:
 * [{ kind, say, must | mustAny, from_turn }], absent: [{ why, must_not, unless }], labels? }`.
 */
export function readLabelled(path) {
  if (!statSync(path).isDirectory())
    return gunzipSync(readFileSync(path))
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const files = readdirSync(path).filter((name) => name.endsWith(".json"));
  return files.sort().map((name) => JSON.parse(readFileSync(join(path, name), "utf8")));
}

/** Whether a path contains sessions of this format, not transcripts of a client. */
export function isLabelled(path) {
  return !statSync(path).isDirectory() || readdirSync(path).some((name) => name.endsWith(".json"));
}
