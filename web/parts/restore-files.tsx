import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, type Failure, type Output } from "../api/call.ts";
import { failureOf } from "../api/use-call.ts";
import type { LogSession } from "../model/log-session.ts";
import { plural } from "../model/phrases.ts";
import { Confirm } from "./confirm.tsx";
import { FailureNote } from "./notes.tsx";
import { useFocusAfter } from "./use-focus-after.ts";
import { Code } from "./words.tsx";

/** Brings the files back to before a turn: first the plan, then a question, then a way back. */
export function RestoreFiles({ session: { id, worktree }, turn }: { session: LogSession; turn: number }) {
  const [plan, setPlan] = useState<Output<"restore"> | undefined>();
  const [failure, setFailure] = useState<Failure | undefined>();
  const opener = useFocusAfter(plan ? "planned" : "idle");
  const target = { target: String(turn), session: id };
  const preview = async () => {
    setFailure(undefined);
    try {
      setPlan(await call("restore", { ...target, dryRun: true }, worktree));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const restore = async () => {
    const { files } = await call("restore", { ...target, yes: true }, worktree);
    return `${plural(files.length, "file")} restored.`;
  };
  const undo = async () => {
    await call("undo", {}, worktree);
    return "The restore was taken back.";
  };
  return (
    <div class="restore">
      {plan ? null : (
        <button ref={opener} type="button" class="link" onClick={() => void preview()}>
          Bring files back to before this turn …
        </button>
      )}
      {failure ? <FailureNote failure={failure} /> : null}
      {plan ? <Plan plan={plan} onClose={() => setPlan(undefined)} /> : null}
      {plan && plan.files.length > 0 ? (
        <Confirm
          label={`Restore ${plural(plan.files.length, "file")}`}
          question={`Change these files in ${worktree}? They are captured first, so you can take it back.`}
          run={restore}
          undo={undo}
        />
      ) : null}
    </div>
  );
}

const MAX_SHOWN = 50;

/** Takes the focus from the button that it replaces. Escape closes it. */
function Plan({ plan, onClose }: { plan: Output<"restore">; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={box}
      class="plan"
      role="group"
      aria-label="What a restore would do"
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <PlannedFiles plan={plan} />
      <button type="button" class="link" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function PlannedFiles({ plan: { files, conflicts, note } }: { plan: Output<"restore"> }) {
  if (files.length + conflicts.length === 0)
    return <p class="quiet">Nothing to restore: the files are as they were.</p>;
  return (
    <>
      <p class="quiet">A restore would do this:</p>
      <ul class="plain">
        {files.slice(0, MAX_SHOWN).map(({ path, change }) => (
          <li key={path}>
            <span class="tag">{change}</span> <Code text={path} />
          </li>
        ))}
        {conflicts.slice(0, MAX_SHOWN).map(({ path, reason }) => (
          <li key={path}>
            <span class="tag failed">kept</span> <Code text={path} /> <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
      {note === null ? null : <p class="quiet">{note}</p>}
    </>
  );
}
