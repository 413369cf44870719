import { useState } from "preact/hooks";
import type { Failure } from "../api/call.ts";
import { failureOf } from "../api/use-call.ts";
import { FailureNote } from "./notes.tsx";
import { useFocusAfter } from "./use-focus-after.ts";

interface ConfirmProps {
  label: string;
  question: string;
  /** Does it. Returns what has happened. */
  run: () => Promise<string>;
  /** Takes it back, if that is possible. Returns what has happened. */
  undo?: () => Promise<string>;
}

/** A button that asks before it does something, says what happened, and offers to take it back. */
export function Confirm({ label, question, run, undo }: ConfirmProps) {
  const [state, setState] = useState<"idle" | "asking" | "busy" | "done" | "undone">("idle");
  const [message, setMessage] = useState("");
  const [failure, setFailure] = useState<Failure | undefined>();
  const first = useFocusAfter(state);
  const act = async (work: () => Promise<string>, then: "done" | "undone") => {
    setState("busy");
    setFailure(undefined);
    try {
      setMessage(await work());
      setState(then);
    } catch (error) {
      setFailure(failureOf(error));
      setState("idle");
    }
  };
  return (
    <div class="confirm">
      {state === "idle" ? (
        <button ref={first} type="button" onClick={() => setState("asking")}>
          {label}
        </button>
      ) : null}
      {state === "asking" ? (
        <div
          class="ask"
          role="group"
          aria-label={label}
          onKeyDown={({ key }) => key === "Escape" && setState("idle")}
        >
          <span>{question}</span>
          <button type="button" class="primary" onClick={() => void act(run, "done")}>
            {label}
          </button>
          <button ref={first} type="button" onClick={() => setState("idle")}>
            Cancel
          </button>
        </div>
      ) : null}
      <span role="status">{state === "busy" ? "Working …" : message}</span>
      {state === "done" && undo ? (
        <button ref={first} type="button" onClick={() => void act(undo, "undone")}>
          Undo
        </button>
      ) : null}
      {failure ? <FailureNote failure={failure} /> : null}
    </div>
  );
}
