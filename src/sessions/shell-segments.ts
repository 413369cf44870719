/**
 * The simple commands of a shell line, each as its words: `cd a && CI=1 npm test | tail` gives `cd a`, `CI=1 npm test`
 * and `tail`. Quoted text is one word, so a command that is only mentioned (`echo "npm test"`) is none. Not an
 * interpreter: substitutions stay text, heredoc bodies are left out.
 */
export function shellSegments(line: string): string[][] {
  const segments: string[][] = [[]];
  for (const token of tokens(withoutHeredocs(line.slice(0, LONGEST)))) {
    if (token.type === "end") segments.push([]);
    else segments.at(-1)?.push(token.text);
  }
  return segments.filter((words) => words.length > 0);
}

const LONGEST = 20_000;
/** Comment, separator, quoted or plain word, in this order. */
const TOKEN =
  /(?<comment>(?<=^|\s)#[^\n]*)|(?<end>&&|\|\||\|&|[;|\n&(){}](?![>&]))|(?<word>(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\[\s\S]|[^\s;|&(){}"'\\>]|>{1,2}[&|]?|&>{1,2}|[{}](?=\S)|(?<=\S)[{}])+)/g;

type Token = { type: "end" } | { type: "word"; text: string };

function tokens(line: string): Token[] {
  return [...line.matchAll(TOKEN)].flatMap(({ groups }): Token[] => {
    if (groups?.["end"] !== undefined) return [{ type: "end" }];
    const word = groups?.["word"];
    return word === undefined ? [] : [{ type: "word", text: unquoted(word) }];
  });
}

function unquoted(word: string): string {
  return word.replaceAll(/"((?:\\.|[^"\\])*)"?|'([^']*)'?|\\([\s\S])/g, (_, double, single, escaped) => {
    if (double !== undefined) return String(double).replaceAll(/\\(["\\$`])/g, "$1");
    return single ?? escaped ?? "";
  });
}

const HEREDOC = /<<-?\s*(["']?)(\w+)\1([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2(?=\s|$)|$)/g;

function withoutHeredocs(line: string): string {
  return line.replaceAll(HEREDOC, "$3\n");
}
