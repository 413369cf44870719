import { type GitPlace, runGit } from "./run-git.ts";

/**
 * Which objects are in none of the places where git looks for them, in one call however many they are. Those whose beginning
 * is damaged are among them only with `opens`, which takes longer.
 */
export async function listMissing(
  place: GitPlace,
  ids: Iterable<string>,
  { opens = false } = {},
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const input = `${wanted.join("\n")}\n`;
  const output = await runGit(
    place,
    ["cat-file", `--batch-check=%(objectname)${opens ? " %(objecttype)" : ""}`, "--buffer"],
    { input },
  );
  return output
    .toString()
    .split("\n")
    .flatMap((line) => (line.endsWith(" missing") ? [line.slice(0, line.indexOf(" "))] : []));
}
