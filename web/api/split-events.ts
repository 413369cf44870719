const LONGEST = 10_000;

/** The complete events of a stream that have an id, and the beginning of the next one. */
export function splitEvents(text: string): { events: { id: string }[]; rest: string } {
  const parts = text.split("\n\n");
  const rest = (parts.pop() ?? "").slice(-LONGEST);
  const events = parts.flatMap((part) => {
    const id = /^id: (.*)$/m.exec(part)?.[1];
    return id === undefined ? [] : [{ id }];
  });
  return { events, rest };
}
