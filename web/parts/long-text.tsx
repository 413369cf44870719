import { useState } from "preact/hooks";
import { Prose } from "./words.tsx";

/** A text that is cut until somebody wants to read all of it. */
export function LongText({
  text,
  max = 600,
  class: name = "",
}: {
  text: string;
  max?: number;
  class?: string;
}) {
  const [all, setAll] = useState(false);
  if (all || text.length <= max) return <Prose class={name} text={text} />;
  return (
    <>
      <Prose class={name} text={text} max={max} />{" "}
      <button type="button" class="link" onClick={() => setAll(true)}>
        Show all
      </button>
    </>
  );
}
