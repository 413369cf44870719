import { useState } from "preact/hooks";
import type { LogTurn } from "../model/log-session.ts";
import { FilePatch } from "./file-patch.tsx";
import { Code } from "./words.tsx";

type File = LogTurn["files"][number];

interface FileListProps {
  files: readonly File[];
  count: number;
  session: string;
  worktree: string;
  /** The turns that changed a file, oldest first. */
  turnsOf: (path: string) => readonly number[];
  /** Number of files that are shown at first. */
  first?: number;
}

/** Changed files. Each one opens to its changed lines. */
export function FileList({ files, count, session, worktree, turnsOf, first = 8 }: FileListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? files : files.slice(0, first);
  return (
    <ul class="files">
      {shown.map((file) => (
        <OneFile
          key={file.path}
          file={file}
          session={session}
          worktree={worktree}
          turns={turnsOf(file.path)}
        />
      ))}
      {shown.length < files.length ? (
        <li>
          <button type="button" class="link" onClick={() => setAll(true)}>
            {files.length - shown.length} more files
          </button>
        </li>
      ) : null}
      {all && count > files.length ? (
        <li class="quiet">{count - files.length} more are not listed.</li>
      ) : null}
    </ul>
  );
}

const SIGNS = { created: "A", changed: "M", deleted: "D", permissions: "M", uncovered: "?" };

interface OneFileProps {
  file: File;
  session: string;
  worktree: string;
  turns: readonly number[];
}

function OneFile({ file: { path, change, added, removed }, session, worktree, turns }: OneFileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        class="file"
        aria-expanded={isOpen}
        disabled={turns.length === 0}
        title={turns.length === 0 ? "No captured turn shows its lines" : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span class={`sign ${change}`} title={change}>
          {SIGNS[change]}
        </span>
        <Code text={path} title={path} />
        {added === null ? null : (
          <span class="end">
            <ins>+{added}</ins> <del>−{removed}</del>
          </span>
        )}
      </button>
      {isOpen
        ? turns.map((turn) => (
            <div key={turn}>
              {turns.length > 1 ? <h4>Turn {turn}</h4> : null}
              <FilePatch session={session} turn={turn} path={path} worktree={worktree} />
            </div>
          ))
        : null}
    </li>
  );
}
