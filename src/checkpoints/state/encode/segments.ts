/** A stretch that the previous sequence contains as well, `shift` entries further on. */
interface Segment {
  start: number;
  end: number;
  shift: number;
}

/** The segments that a sequence shares with the previous one, in order. */
export type Segments = readonly Segment[];

/** Collects segments: `add` says that an entry equals the entry at an index of the previous sequence. */
export function createSegments(unchanged: number): {
  segments: Segments;
  add: (index: number, previous: number) => void;
} {
  const segments: Segment[] = unchanged > 0 ? [{ start: 0, end: unchanged, shift: 0 }] : [];
  const add = (index: number, previous: number) => {
    const last = segments.at(-1);
    if (last?.end === index && last.shift === previous - index) last.end++;
    else segments.push({ start: index, end: index + 1, shift: previous - index });
  };
  return { segments, add };
}

/** Finds the segment that contains an index. Call it with ascending indexes. */
export function seekSegment(segments: Segments): (index: number) => Segment | undefined {
  let next = 0;
  return (index) => {
    while (next < segments.length && (segments[next]?.end ?? 0) <= index) next++;
    const segment = segments[next];
    return segment && segment.start <= index ? segment : undefined;
  };
}

/** Whether a sequence of this length equals the previous one. */
export function isUnchanged(segments: Segments, length: number, previousLength: number): boolean {
  const [first] = segments;
  return (
    length === previousLength &&
    (length === 0 || (first?.end === length && first.start === 0 && first.shift === 0))
  );
}
