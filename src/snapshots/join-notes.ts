export function joinNotes(...notes: (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join(" ") || null;
}
