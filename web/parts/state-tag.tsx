import type { LogSession } from "../model/log-session.ts";

/** Whether a session runs, and how it ended if that is worth knowing. */
export function StateTag({ session: { live, state, dismissed } }: { session: LogSession }) {
  if (live)
    return (
      <span class="tag live">
        <span class="live-dot" aria-hidden="true" />
        live
      </span>
    );
  if (dismissed) return <span class="tag">dismissed</span>;
  if (state === "cut off") return <span class="tag cut">cut off</span>;
  if (state === "cleared") return <span class="tag">cleared</span>;
  return null;
}
