import { join } from "node:path";
import { expect, test } from "vitest";
import {
  commitJournal,
  isLeftToUndo,
  Journal,
  listDone,
  MAX_UNDOABLE,
  nextOrder,
  writeDone,
} from "../../src/snapshots/restore/journal.ts";
import { withPlace } from "../support/test-context.ts";

type Place = Parameters<typeof listDone>[0];

const FILE = { mode: "100644", blob: "0".repeat(40) };

function commit(place: Place, more: Pick<Journal, "id" | "kind" | "undoes">): Journal {
  const rest = { phase: "apply", target: "before turn 1", safety: null, kept: [], undone: false };
  const steps = [{ path: "a.txt", before: FILE, after: null }];
  return commitJournal(place, Journal.parse({ ...rest, ...more, steps, at: 1, order: nextOrder(place, 1) }));
}

/** Takes back the last restore that is left. Undefined if there is none. */
function undoLast(place: Place): string | undefined {
  const last = listDone(place).find(isLeftToUndo);
  if (!last) return undefined;
  writeDone(place, { ...last, undone: true });
  commit(place, { id: `undo of ${last.id}`, kind: "undo", undoes: last.id });
  return last.id;
}

test("undos push out no restore that is left; a restore beyond the limit pushes out the oldest", () =>
  withPlace(async ({ root, project }) => {
    const place = { directory: join(root, "state"), worktree: project };
    const ids = Array.from({ length: MAX_UNDOABLE + 1 }, (_, number) => `rst_${number}`);
    for (const id of ids) commit(place, { id, kind: "restore", undoes: null });
    const taken = ids.map(() => undoLast(place));
    expect(taken).toEqual([...ids.slice(1).toReversed(), undefined]);
    expect(listDone(place)).toHaveLength(MAX_UNDOABLE);
  }));

test("the newest undo stays beside as many restores as are kept, since nobody may have seen its outcome", () =>
  withPlace(async ({ root, project }) => {
    const place = { directory: join(root, "state"), worktree: project };
    commit(place, { id: "undo before", kind: "undo", undoes: "rst_gone" });
    for (let number = 0; number < MAX_UNDOABLE; number++)
      commit(place, { id: `rst_${number}`, kind: "restore", undoes: null });
    commit(place, { id: "undo in part", kind: "undo", undoes: "rst_0" });
    const kept = listDone(place);
    expect(kept).toHaveLength(MAX_UNDOABLE + 1);
    expect(kept[0]?.id).toBe("undo in part");
  }));
