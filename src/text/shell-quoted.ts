/** Quotes a path as one word of a shell line. */
export function shellQuoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
