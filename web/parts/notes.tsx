import type { ComponentChildren } from "preact";
import type { Failure } from "../api/call.ts";
import type { CallState } from "../api/use-call.ts";

/** Nothing is there, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

export function FailureNote({ failure }: { failure: Failure }) {
  return (
    <div class="note bad" role="alert">
      <strong dir="auto">{failure.message}</strong> <span dir="auto">{failure.next}</span>
    </div>
  );
}

export function Busy({ label = "Loading" }: { label?: string }) {
  return (
    <p class="busy" role="status">
      {label} …
    </p>
  );
}

/** Says that something is being read, or why it could not be. */
export function LoadNote({
  loaded: { data, failure },
}: {
  loaded: Pick<CallState<unknown>, "data" | "failure">;
}) {
  if (failure) return <FailureNote failure={failure} />;
  return data === undefined ? <Busy /> : null;
}
