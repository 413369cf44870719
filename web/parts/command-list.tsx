import { useState } from "preact/hooks";
import type { LogTurn } from "../model/log-session.ts";
import { Code } from "./words.tsx";

const FIRST = 6;
const SIGNS = { ok: "✓", failed: "✗", unknown: "·" };
const NAMES = { ok: "succeeded", failed: "failed", unknown: "outcome unknown" };

/** Commands and how they ended. */
export function CommandList({ commands }: { commands: LogTurn["commands"] }) {
  const [all, setAll] = useState(false);
  const shown = all ? commands : commands.slice(0, FIRST);
  return (
    <ul class="commands">
      {shown.map(({ command, outcome, count }) => (
        <li key={`${command} ${outcome}`} class={outcome}>
          <span class="sign" role="img" aria-label={NAMES[outcome]}>
            {SIGNS[outcome]}
          </span>
          <Code text={command} max={300} title={command.slice(0, 2_000)} />
          {count > 1 ? <small> × {count}</small> : null}
        </li>
      ))}
      {shown.length < commands.length ? (
        <li>
          <button type="button" class="link" onClick={() => setAll(true)}>
            {commands.length - shown.length} more commands
          </button>
        </li>
      ) : null}
    </ul>
  );
}
