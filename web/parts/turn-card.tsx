import type { LogSession, LogTurn } from "../model/log-session.ts";
import { hrefOf } from "../model/route.ts";
import { CommandList } from "./command-list.tsx";
import { FileList } from "./file-list.tsx";
import { LongText } from "./long-text.tsx";
import { RestoreFiles } from "./restore-files.tsx";
import { When } from "./words.tsx";

/** One turn: what was asked, what was done, and what was answered. */
export function TurnCard({ session, turn }: { session: LogSession; turn: LogTurn }) {
  const { number, at, prompt, answer, commands, files, fileCount, shared, compacted, checkpoints } = turn;
  return (
    <article class="turn" tabIndex={-1} data-row data-turn={number} aria-label={`Turn ${number}`}>
      <header>
        <span class="number">{number}</span> <When at={at} />
        <Checkpoints checkpoints={checkpoints} />
      </header>
      <p class="prompt">
        <LongText text={prompt} max={900} />
      </p>
      {commands.length > 0 ? <CommandList commands={commands} /> : null}
      {files.length > 0 ? (
        <>
          <FileList
            files={files}
            count={fileCount}
            session={session.id}
            worktree={session.worktree}
            turnsOf={() => [number]}
          />
          {shared ? <p class="quiet">Other turns were running: some of these files may be theirs.</p> : null}
          <RestoreFiles session={session} turn={number} />
        </>
      ) : null}
      {answer === null ? null : (
        <p class="answer">
          <LongText text={answer} max={500} />
        </p>
      )}
      {compacted ? <p class="compaction">The conversation was compacted here.</p> : null}
    </article>
  );
}

const MAX_CHECKPOINTS = 6;

function Checkpoints({ checkpoints }: { checkpoints: LogTurn["checkpoints"] }) {
  return (
    <span class="end">
      {checkpoints.slice(-MAX_CHECKPOINTS).map(({ id, trigger, name }) => (
        <a key={id} class="checkpoint-link" href={hrefOf({ view: "checkpoint", id })} dir="auto">
          {name ?? trigger.replaceAll("_", " ")}
        </a>
      ))}
    </span>
  );
}
