import type { Capture } from "../kernel/capture.ts";
import type { Sentence } from "../kernel/statement.ts";
import { plainLine } from "../text/fence.ts";

/** Marks the sentences that a delivered record had no room for. */
export function markLeftOut(capture: Capture, record: string): Capture {
  const sentences = capture.sentences.map(({ leftOut: _, ...sentence }) =>
    record.includes(plainLine(sentence.text)) ? sentence : { ...sentence, leftOut: true },
  );
  return { ...capture, sentences };
}

/** Clears the mark of sentences that have been delivered now. */
export function clearLeftOut(capture: Capture, delivered: readonly Sentence[]): Capture {
  const shown = new Set(delivered);
  const sentences = capture.sentences.map((sentence) => {
    const { leftOut: _, ...rest } = sentence;
    return shown.has(sentence) ? rest : sentence;
  });
  return { ...capture, sentences };
}
