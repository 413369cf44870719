/** Whether a command line asks for JSON. For those that cannot be parsed: an option's value may look the same. */
export function isJsonInWords(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  return options.some(
    (word, i) =>
      word === "--json" || word === "--format=json" || (word === "--format" && options[i + 1] === "json"),
  );
}
