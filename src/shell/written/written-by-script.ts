const INTERPRETER = /^(?:python|node|deno|bun|ruby|perl|php|tsx)[\d.]*$/;
/** How scripts write or remove a file that a string literal or a variable names. */
const WRITES = [
  /\bopen\(\s*(?:(["'`])(?<text>[^"'`\n]+)\1|(?<name>\w+))\s*,\s*(?:mode\s*=\s*)?["'][^"'\n]*[wax+]/g,
  /\b(?:(?:write|append)(?:File|TextFile)(?:Sync)?|createWriteStream|file_put_contents|(?:Bun|File|IO)\.write|os\.(?:remove|unlink)|(?:unlink|rm)(?:Sync)?)\(\s*(?:(["'`])(?<text>[^"'`\n]+)\1|(?<name>\w+))/g,
  /(?:\bPath\(\s*(["'])(?<text>[^"'\n]+)\1\s*\)|\b(?<name>\w+))\.(?:write_(?:text|bytes)|unlink|touch)\(/g,
  /\bopen\(?\s*\(?\w+,\s*["'](?:>>?|\+<)["'],\s*["'](?<text>[^"'\n]+)["']/g,
  /\bshutil\.copy(?:2|file)?\(\s*[^,()\n]+,\s*(?:(["'])(?<text>[^"'\n]+)\1|(?<name>\w+))/g,
];
/** Calls that move a file, which changes both names. */
const MOVES =
  /\b(?:os\.(?:rename|replace)|shutil\.move|rename(?:Sync)?|File\.rename)\(\s*["'](?<from>[^"'\n]+)["']\s*,\s*["'](?<to>[^"'\n]+)["']/g;

/** The files that an inline script writes: one passed with `-c` or `-e`, or as a here-document. */
export function writtenByScript(program: string, args: readonly string[], input: string): string[] {
  if (!INTERPRETER.test(program)) return [];
  const inline = args.filter((_, i) => /^-(?:\w*[cer]|-eval|-print)$/.test(args[i - 1] ?? ""));
  const script = [input, ...inline].join("\n");
  const written = WRITES.flatMap((pattern) => [...script.matchAll(pattern)]).map(
    ({ groups }) => groups ?? {},
  );
  const moved = [...script.matchAll(MOVES)].flatMap(({ groups }) => [
    groups?.["from"] ?? "",
    groups?.["to"] ?? "",
  ]);
  const texts = written.flatMap(({ text }) => text ?? []);
  const names = new Set(written.flatMap(({ name }) => name ?? []));
  return [...texts, ...moved, ...[...names].slice(0, MOST_NAMES).flatMap((name) => valuesOf(name, script))];
}

/** A limit, because the whole script is searched for each name. */
const MOST_NAMES = 20;

/** The string literals that are assigned to a variable of the script. */
function valuesOf(name: string, script: string): string[] {
  const assignment = new RegExp(`\\b${name}\\s*=\\s*(?:[\\w.]*Path\\()?["'\`]([^"'\`\\n]+)["'\`]`, "g");
  return [...script.matchAll(assignment)].map(([, value = ""]) => value);
}
