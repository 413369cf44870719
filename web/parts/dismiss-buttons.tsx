import { useRef } from "preact/hooks";
import { call } from "../api/call.ts";
import type { LogSession } from "../model/log-session.ts";
import { Confirm } from "./confirm.tsx";

/** Withdraws the record that the session received, and keeps new sessions from continuing this one. */
export function DismissButtons({ session }: { session: LogSession }) {
  return (
    <div class="action-row">
      {session.recovered.length > 0 ? <DismissRecord session={session} /> : null}
      {session.dismissed ? <Allow session={session} /> : null}
      {session.dismissed || session.live ? null : <Exclude session={session} />}
    </div>
  );
}

function DismissRecord({ session: { id, worktree } }: { session: LogSession }) {
  const earlier = useRef("");
  const dismiss = async () => {
    const { dismissed } = await call("dismiss", { session: id }, worktree);
    earlier.current = dismissed;
    return `Dismissed: ${dismissed} is not recovered again. It is kept, and you can still open it here.`;
  };
  return (
    <Confirm
      label="Dismiss the record"
      question="Withdraw the record of earlier work from this session? It is not brought again."
      run={dismiss}
      undo={() => allow(earlier.current, worktree)}
    />
  );
}

function Exclude({ session: { id, worktree } }: { session: LogSession }) {
  const exclude = async () => {
    await call("dismiss", { earlier: id }, worktree);
    return "New sessions do not continue it.";
  };
  return (
    <Confirm
      label="Never continue it"
      question="Keep new sessions from continuing this one? It stays in the list."
      run={exclude}
      undo={() => allow(id, worktree)}
    />
  );
}

function Allow({ session: { id, worktree } }: { session: LogSession }) {
  return (
    <Confirm
      label="Continue it again"
      question="Let new sessions continue this one again?"
      run={() => allow(id, worktree)}
    />
  );
}

async function allow(earlier: string, worktree: string): Promise<string> {
  await call("dismiss", { earlier, undo: true }, worktree);
  return "New sessions may continue it again.";
}
