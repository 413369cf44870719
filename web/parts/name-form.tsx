import { useState } from "preact/hooks";
import { call, type Failure, type Output } from "../api/call.ts";
import { failureOf } from "../api/use-call.ts";
import { FailureNote } from "./notes.tsx";

/** Names a checkpoint, which is kept then, and takes that back. */
export function NameForm({ checkpoint }: { checkpoint: Output<"inspect">["checkpoint"] }) {
  const { id, name, worktree } = checkpoint;
  const [text, setText] = useState(name ?? "");
  const [previous, setPrevious] = useState<string | null | undefined>();
  const [failure, setFailure] = useState<Failure | undefined>();
  const change = async (to: string | null) => {
    setFailure(undefined);
    try {
      const done = await call("name", to === null ? { id, remove: true } : { id, name: to }, worktree);
      setText(done.name ?? "");
      setPrevious(to === name ? undefined : done.previous);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <form
      class="action-row"
      onSubmit={(event) => {
        event.preventDefault();
        void change(text.trim() === "" ? null : text.trim());
      }}
    >
      <input
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        maxLength={200}
        placeholder="before-refactor"
        aria-label="Name of the checkpoint"
      />
      <button type="submit">{name === null ? "Name it" : "Rename"}</button>
      {previous === undefined ? null : (
        <button type="button" onClick={() => void change(previous)}>
          Undo
        </button>
      )}
      <span class="quiet">Named checkpoints are kept until you delete them.</span>
      {failure ? <FailureNote failure={failure} /> : null}
    </form>
  );
}
