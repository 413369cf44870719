import { useState } from "preact/hooks";
import { escapeTerminal } from "../../src/surfaces/escape-terminal.ts";
import { call } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { cut } from "../model/phrases.ts";
import { JsonTree } from "./json-tree.tsx";
import { Busy, FailureNote } from "./notes.tsx";

/** A browser shows this many characters without a pause. */
const MAX_TEXT = 200_000;

interface StateViewProps {
  id: string;
  state: unknown;
  /** The state is that of an ancestor, since this one cannot be read completely. */
  isDamaged: boolean;
}

/** The whole state of a checkpoint: level by level, or raw, as the text that is stored. */
export function StateView({ id, state, isDamaged }: StateViewProps) {
  const [isRaw, setRaw] = useState(false);
  return (
    <section aria-labelledby="state">
      <h2 id="state">State</h2>
      <p class="pages">
        <button type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          {rawLabel({ isRaw, isDamaged })}
        </button>
      </p>
      {isRaw ? isDamaged ? <Salvaged id={id} /> : <RawText state={state} /> : <JsonTree value={state} />}
    </section>
  );
}

function rawLabel({ isRaw, isDamaged }: { isRaw: boolean; isDamaged: boolean }): string {
  if (isRaw) return "Show as a tree";
  return isDamaged ? "Show what can be read of it" : "Show raw";
}

function Salvaged({ id }: { id: string }) {
  const { data, failure } = useCall(`raw ${id}`, () => call("inspect", { id, raw: true }), { live: false });
  if (failure) return <FailureNote failure={failure} />;
  if (!data) return <Busy />;
  return (
    <>
      {data.warning === null ? null : <p class="note bad">{data.warning}</p>}
      <RawText state={data.state} />
    </>
  );
}

function RawText({ state }: { state: unknown }) {
  const text = JSON.stringify(state, null, 2) ?? "";
  return (
    <>
      {/* A long text scrolls in its box: keys reach it, too. */}
      <pre class="raw" dir="ltr" tabIndex={0} aria-label="The state as JSON">
        {escapeTerminal(cut(text, MAX_TEXT))}
      </pre>
      {text.length > MAX_TEXT ? (
        <p class="quiet">It is cut off here: holdfast inspect --json shows all.</p>
      ) : null}
    </>
  );
}
