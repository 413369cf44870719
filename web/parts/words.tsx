import { escapeTerminal } from "../../src/surfaces/escape-terminal.ts";
import { dayAndTime, timeOf } from "../model/moments.ts";
import { cut } from "../model/phrases.ts";

/** Text that a person or a model wrote, in its own direction. It never becomes markup. */
export function Prose({ text, max, class: name = "" }: { text: string; max?: number; class?: string }) {
  return (
    <span dir="auto" class={`prose ${name}`}>
      {max === undefined ? text : cut(text, max)}
    </span>
  );
}

/** A name or a command line. Characters that cannot be seen are shown as escapes. */
export function Code({ text, max = 400, title }: { text: string; max?: number; title?: string }) {
  return (
    <code dir="ltr" title={title}>
      {cut(escapeTerminal(text).replaceAll("\n", "⏎ "), max)}
    </code>
  );
}

export function When({ at, withDay = false }: { at: string; withDay?: boolean }) {
  return (
    <time dateTime={at} title={dayAndTime(at)}>
      {withDay ? dayAndTime(at) : timeOf(at)}
    </time>
  );
}
