import { useState } from "preact/hooks";
import { call } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { type PatchLine, patchLines } from "../model/patch-lines.ts";
import { Busy, FailureNote } from "./notes.tsx";

const FIRST_LINES = 200;

/** What one turn changed in one file, read when it is opened. */
export function FilePatch({
  session,
  turn,
  path,
  worktree,
}: {
  session: string;
  turn: number;
  path: string;
  worktree: string;
}) {
  const read = () => call("changes", { of: String(turn), session, patch: true, limit: 1 }, worktree);
  const { data, failure } = useCall(`patch ${session} ${turn}`, read, { live: false });
  const [all, setAll] = useState(false);
  if (failure) return <FailureNote failure={failure} />;
  if (!data) return <Busy label="Reading the changed lines" />;
  const lines = patchLines(data.turns[0]?.patch ?? "", path);
  if (!lines || lines.length === 0)
    return (
      <p class="quiet">
        No lines to show: the file is binary, too large, or was not captured. {data.problems.at(-1) ?? ""}
      </p>
    );
  const shown = all ? lines : lines.slice(0, FIRST_LINES);
  return (
    <div class="patch" tabIndex={0} role="region" aria-label={`Changes of ${path}`}>
      <table>
        <tbody>
          {shown.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </tbody>
      </table>
      {shown.length < lines.length ? (
        <button type="button" onClick={() => setAll(true)}>
          Show {lines.length - shown.length} more lines
        </button>
      ) : null}
    </div>
  );
}

const NAMES = { "+": "added", "-": "removed", " ": "same", "@": "hunk" } as const;

function Line({ line: { sign, number, pieces } }: { line: PatchLine }) {
  if (sign === "@")
    return (
      <tr class="hunk">
        <td colSpan={3}>line {number}</td>
      </tr>
    );
  return (
    <tr class={NAMES[sign]}>
      <td class="number">{number}</td>
      <td class="sign" aria-label={NAMES[sign]}>
        {sign}
      </td>
      <td>
        <code dir="ltr">
          {pieces.map(({ text, isNew }, index) => (isNew ? <mark key={index}>{text}</mark> : text))}
        </code>
      </td>
    </tr>
  );
}
