/** The files that a patch changes, with the first `strip` directories removed from their names, as in `patch -p1`. */
export function patchedFiles(patch: string, strip: number): string[] {
  const names = [...patch.matchAll(/^(?:---|\+\+\+) ([^\t\n]+)/gm)].map(([, name = ""]) => name.trim());
  const renamed = [...patch.matchAll(/^rename (?:from|to) (.+)$/gm)].map(([, name = ""]) => name);
  const files = names.filter((name) => name !== "/dev/null").map((name) => withoutDirectories(name, strip));
  return [...files, ...renamed];
}

function withoutDirectories(name: string, strip: number): string {
  const parts = name.split("/");
  return parts.slice(Math.min(strip, parts.length - 1)).join("/");
}
