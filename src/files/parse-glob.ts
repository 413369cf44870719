type OneCharacter = { type: "one"; accepts: (character: string) => boolean };

/** A part of a glob: a character, a run inside a name, directories with their slash, the rest of a path, a choice. */
export type GlobNode =
  | OneCharacter
  | { type: "star" }
  | { type: "directories" }
  | { type: "rest" }
  | { type: "either"; options: GlobNode[][] };

/** A token of the pattern, before braces are paired. */
type Token = Exclude<GlobNode, { type: "either" }> | { type: "mark"; mark: string };

/** Parses `*`, `**`, `?`, `[a-z]`, `[!a]`, `{a,b}` and `\`; unclosed brackets are literal. Linear in the pattern. */
export function parseGlob(pattern: string): GlobNode[] {
  const tokens = [...pattern.replace(/^(?:\.\/)+/, "").matchAll(TOKEN)].map(toToken);
  const structural = structuralMarks(tokens);
  const root: GlobNode[] = [];
  // The options of each open brace; the last one is being written.
  const open: GlobNode[][][] = [[root]];
  for (const [i, token] of tokens.entries()) {
    const options = open.at(-1) ?? [];
    if (token.type !== "mark") options.at(-1)?.push(token);
    else if (!structural.has(i)) options.at(-1)?.push(literal(token.mark));
    else if (token.mark === ",") options.push([]);
    else if (token.mark === "}") open.pop();
    else open.push(beginChoice(options.at(-1)));
  }
  return root;
}

/** Adds a choice to a sequence. Returns its options: the first one, still empty. */
function beginChoice(sequence: GlobNode[] | undefined): GlobNode[][] {
  const options: GlobNode[][] = [[]];
  sequence?.push({ type: "either", options });
  return options;
}

/** Two stars mean directories only if nothing else is between the slashes. A bracket first in a class is a member. */
const TOKEN =
  /\\(?<escaped>.)|(?<=^|[/{,])\*{2,}(?:(?<directories>\/)|(?<rest>(?=[,}]|$)))|(?<star>\*+)|(?<any>\?)|\[(?<not>[!^]?)(?<members>\]?[^\]]+)\]|(?<mark>[{},])|./gsu;

function toToken({ 0: text, groups = {} }: RegExpMatchArray): Token {
  const { escaped, not, members, mark } = groups;
  for (const type of ["directories", "rest", "star"] as const)
    if (groups[type] !== undefined) return { type };
  if (groups["any"] !== undefined) return { type: "one", accepts: isNoSlash };
  if (mark !== undefined) return { type: "mark", mark };
  if (members === undefined) return literal(escaped ?? text);
  const listed = Array.from(members);
  return { type: "one", accepts: (one) => isNoSlash(one) && isMember(listed, one) !== (not !== "") };
}

function isMember(members: readonly string[], character: string): boolean {
  for (let i = 0; i < members.length; i++) {
    const [from = "", dash, to] = members.slice(i, i + 3);
    if (dash === "-" && to !== undefined) {
      if (from <= character && character <= to) return true;
      i += 2;
    } else if (from === character) return true;
  }
  return false;
}

/** The positions of braces that have a partner, and of the commas between them. */
function structuralMarks(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  const open: { brace: number; commas: number[] }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type !== "mark") continue;
    if (token.mark === "{") open.push({ brace: i, commas: [] });
    if (token.mark === ",") open.at(-1)?.commas.push(i);
    const pair = token.mark === "}" ? open.pop() : undefined;
    if (pair) for (const position of [pair.brace, ...pair.commas, i]) found.add(position);
  }
  return found;
}

function literal(wanted: string): OneCharacter {
  return { type: "one", accepts: (character) => character === wanted };
}

export function isNoSlash(character: string): boolean {
  return character !== "/";
}
