import { useState } from "preact/hooks";
import { escapeTerminal } from "../../src/surfaces/escape-terminal.ts";
import { cut } from "../model/phrases.ts";

/** Entries of one level. A state can have many thousands. */
const MAX_ENTRIES = 100;
const MAX_TEXT = 2_000;

/** JSON that is unfolded level by level, so that a large state costs nothing until somebody looks at it. */
export function JsonTree({ value, name, open = true }: { value: unknown; name?: string; open?: boolean }) {
  const [isOpen, setOpen] = useState(open);
  if (typeof value !== "object" || value === null) return <Leaf name={name} value={value} />;
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details class="json" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name === undefined ? null : <span class="json-key">{escapeTerminal(name)}</span>}{" "}
        <span class="quiet">{size}</span>
      </summary>
      {isOpen
        ? entries
            .slice(0, MAX_ENTRIES)
            .map(([key, inner]) => <JsonTree key={key} name={key} value={inner} open={false} />)
        : null}
      {isOpen && entries.length > MAX_ENTRIES ? (
        <p class="quiet">{entries.length - MAX_ENTRIES} more: holdfast inspect --json shows all.</p>
      ) : null}
    </details>
  );
}

function Leaf({ name, value }: { name: string | undefined; value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <div class="json-leaf">
      {name === undefined ? null : <span class="json-key">{escapeTerminal(name)}</span>}{" "}
      <span dir="auto" class={typeof value === "string" ? "json-text" : "json-other"}>
        {cut(text ?? "", MAX_TEXT)}
      </span>
    </div>
  );
}
