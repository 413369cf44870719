/** What a directory was called, and what it is called now: after a rename, or on another machine. */
export interface DirectoryMove {
  from: string;
  to: string;
}

/** A path of the directory, or of something in it, as it is called now. Every other text stays as it is. */
export function mapPath(path: string, { from, to }: DirectoryMove): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
