const INTERPRETER = /^(?:python|node|deno|bun|ruby|perl|php|tsx)[\d.]*$/;
/** How scripts write or remove a file that is named by a text or by a variable. */
const WRITES = [
  /\bopen\(\s*(?:(["'`])(?<text>[^"'`\n]+)\1|(?<name>\w+))\s*,\s*(?:mode\s*=\s*)?["'][^"'\n]*[wax+]/g,
  /\b(?:(?:write|append)(?:File|TextFile)(?:Sync)?|createWriteStream|file_put_contents|(?:Bun|File|IO)\.write|os\.(?:remove|unlink)|(?:unlink|rm)(?:Sync)?)\(\s*(?:(["'`])(?<text>[^"'`\n]+)\1|(?<name>\w+))/g,
  /(?:\bPath\(\s*(["'])(?<text>[^"'\n]+)\1\s*\)|\b(?<name>\w+))\.(?:write_(?:text|bytes)|unlink|touch)\(/g,
  /\bopen\(?\s*\(?\w+,\s*["'](?:>>?|\+<)["'],\s*["'](?<text>[^"'\n]+)["']/g,
  /\bshutil\.copy(?:2|file)?\(\s*[^,()\n]+,\s*(?:(["'])(?<text>[^"'\n]+)\1|(?<name>\w+))/g,
];
/** What moves a file: both names change. */
const MOVES =
  /\b(?:os\.(?:rename|replace)|shutil\.move|rename(?:Sync)?|File\.rename)\(\s*["'](?<from>[^"'\n]+)["']\s*,\s*["'](?<to>[^"'\n]+)["']/g;

/** The files that a script in the line writes: its text comes with `-c` or `-e`, or as a here-document. */
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

/** For each of them the whole script is read. */
const MOST_NAMES = 20;

/** What a variable of the script was set to, where that is a plain text. */
function valuesOf(name: string, script: string): string[] {
  const assignment = new RegExp(`\\b${name}\\s*=\\s*(?:[\\w.]*Path\\()?["'\`]([^"'\`\\n]+)["'\`]`, "g");
  return [...script.matchAll(assignment)].map(([, value = ""]) => value);
}
