import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * Sessions with facts that somebody who knew neither code nor rules put into a hand-over note: a folder of `.json` files, or a
 * `.jsonl.gz` file of one session a line. Each is `{ name, language, cwd_files, turns: [{ user, assistant, tools }], facts:
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

/** Whether a path holds sessions of this format rather than transcripts of a client. */
export function isLabelled(path) {
  return !statSync(path).isDirectory() || readdirSync(path).some((name) => name.endsWith(".json"));
}
