import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { listCommands } from "./list-commands.ts";
import { listChangedFiles, listNamedFiles } from "./list-files.ts";
import type { LogTurn } from "./log-types.ts";
import { changesKey, type FileChanges } from "./read-file-changes.ts";
import { readTurns, type Turn, type TurnRange } from "./read-turns.ts";

const MAX_CHECKPOINTS = 1_000;

type ViewDeps = Pick<Context, "agents" | "redactor" | "clock"> & { store: CheckpointStorage };

/** Turns of a session with what each of them changed, and how many there are before the first one. */
export async function viewTurns(
  ctx: ViewDeps,
  session: Session,
  { range, changes }: { range: TurnRange; changes: ReadonlyMap<string, FileChanges> },
): Promise<{ turns: LogTurn[]; earlierTurns: number }> {
  const turns = await readTurns(ctx, session, range);
  const since = turns[0]?.at ?? 0;
  const saved = await ctx.store.listCheckpoints({
    sessionId: session.id,
    since,
    includeAbandoned: true,
    limit: MAX_CHECKPOINTS,
  });
  return {
    turns: turns.map((turn) => {
      const own = saved.filter(({ createdAt }) => createdAt >= turn.at && createdAt < turn.until);
      const change = changes.get(changesKey({ session: session.id, turn: turn.number }, true));
      return viewTurn(ctx, turn, { session, checkpoints: own.toReversed(), change });
    }),
    earlierTurns: Math.max(0, (turns[0]?.number ?? 1) - 1),
  };
}

interface Known {
  session: Session;
  checkpoints: readonly StoredCheckpoint[];
  change: FileChanges | undefined;
}

function viewTurn(
  { redactor }: ViewDeps,
  { number, at, prompt, did }: Turn,
  { session, checkpoints, change }: Known,
): LogTurn {
  const { files, fileCount } = change
    ? listChangedFiles(redactor, change)
    : listNamedFiles(redactor, did, session.worktree);
  return {
    number,
    at: new Date(at).toISOString(),
    prompt: redactor.text(prompt),
    answer: did.lastAnswer === null ? null : redactor.text(did.lastAnswer),
    commands: listCommands(did.commands).map((run) => ({ ...run, command: redactor.text(run.command) })),
    files,
    fileCount,
    shared: change?.shared ?? false,
    wentBackTo: change?.wentBackTo ?? null,
    checkpoints: checkpoints.map(({ id, trigger, name, createdAt }) => ({
      id,
      trigger,
      name: name === null ? null : redactor.text(name),
      at: new Date(createdAt).toISOString(),
    })),
    compacted: did.compactions > 0,
    patch: change?.patch ?? null,
  };
}
