/** A stretch of a sequence that stood in the one before it, `shift` places further back. */
interface Segment {
  start: number;
  end: number;
  shift: number;
}

/** What a sequence has taken over from the one before it, in order. */
export type Segments = readonly Segment[];

/** Collects segments: `note` says that a place has what stood at a place of the sequence before. */
export function createSegments(settled: number): {
  segments: Segments;
  note: (place: number, before: number) => void;
} {
  const segments: Segment[] = settled > 0 ? [{ start: 0, end: settled, shift: 0 }] : [];
  const note = (place: number, before: number) => {
    const last = segments.at(-1);
    if (last?.end === place && last.shift === before - place) last.end++;
    else segments.push({ start: place, end: place + 1, shift: before - place });
  };
  return { segments, note };
}

/** Finds the segment that holds a place. Places are asked for in order. */
export function seekSegment(segments: Segments): (place: number) => Segment | undefined {
  let index = 0;
  return (place) => {
    while (index < segments.length && (segments[index]?.end ?? 0) <= place) index++;
    const segment = segments[index];
    return segment && segment.start <= place ? segment : undefined;
  };
}

/** Whether a sequence of this length is the one before. */
export function coversAll(segments: Segments, length: number, before: number): boolean {
  const [first] = segments;
  return (
    length === before && (length === 0 || (first?.end === length && first.start === 0 && first.shift === 0))
  );
}
