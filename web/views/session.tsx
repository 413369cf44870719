import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { lastSeen, markSeen } from "../model/last-seen.ts";
import type { LogSession, LogTurn } from "../model/log-session.ts";
import { goTo } from "../model/navigate.ts";
import { plural } from "../model/phrases.ts";
import { focusNext, useKeys } from "../model/use-keys.ts";
import { Busy, FailureNote } from "../parts/notes.tsx";
import { SessionAside } from "../parts/session-aside.tsx";
import { SessionHead } from "../parts/session-head.tsx";
import { TurnCard } from "../parts/turn-card.tsx";
import { When } from "../parts/words.tsx";

/** One session, turn by turn. */
export function SessionPage({ id }: { id: string }) {
  const [before, setBefore] = useState<number | undefined>();
  const page = before === undefined ? {} : { beforeTurn: before };
  const read = (brief: boolean) => call("log", { session: id, turns: true, brief, ...page });
  // Numbers of lines and the cost take longer than the rest.
  const { data, failure } = useCall(`session ${id} ${before}`, () => read(false), {
    preview: () => read(true),
  });
  const session = data?.sessions[0];
  const seen = useLastSeen(session);
  useKeys({
    j: () => focusNext(".turn", 1),
    k: () => focusNext(".turn", -1),
    u: () => goTo({ view: "today" }),
  });
  if (failure && !session) return <FailureNote failure={failure} />;
  if (!session) return <Busy label="Reading the session" />;
  return (
    <div class="with-aside">
      <section class="session" aria-labelledby="title">
        <SessionHead session={session} />
        {failure ? <FailureNote failure={failure} /> : null}
        <Turns session={session} seen={seen} onEarlier={setBefore} isPast={before !== undefined} />
      </section>
      <SessionAside session={session} />
    </div>
  );
}

/** When this browser showed the session before now. */
function useLastSeen(session: LogSession | undefined): string | undefined {
  const [seen, setSeen] = useState<{ id: string; at: string | undefined }>({ id: "", at: undefined });
  useEffect(() => {
    if (!session) return;
    if (seen.id !== session.id) setSeen({ id: session.id, at: lastSeen(session.id) });
    markSeen(session.id, session.lastActivityAt);
  }, [session]);
  return session && seen.id === session.id ? seen.at : undefined;
}

interface TurnsProps {
  session: LogSession;
  seen: string | undefined;
  isPast: boolean;
  onEarlier: (before: number | undefined) => void;
}

function Turns({ session, seen, isPast, onEarlier }: TurnsProps) {
  const turns = session.turns ?? [];
  const first = turns[0]?.number;
  const firstNew = seen === undefined ? undefined : turns.find(({ at }) => at > seen)?.number;
  return (
    <div class="turns">
      <p class="pages">
        {session.earlierTurns > 0 ? (
          <button type="button" onClick={() => onEarlier(first)}>
            Show {plural(session.earlierTurns, "earlier turn")}
          </button>
        ) : null}
        {isPast ? (
          <button type="button" onClick={() => onEarlier(undefined)}>
            Show the newest turns
          </button>
        ) : null}
      </p>
      {turns.length === 0 ? <p class="quiet">Nothing was asked in this session yet.</p> : null}
      {turns.map((turn) => (
        <OneTurn
          key={turn.number}
          session={session}
          turn={turn}
          seen={turn.number === firstNew ? seen : undefined}
        />
      ))}
    </div>
  );
}

function OneTurn({ session, turn, seen }: { session: LogSession; turn: LogTurn; seen: string | undefined }) {
  return (
    <>
      {seen === undefined ? null : (
        <p class="since">
          Since you last looked, <When at={seen} withDay />
        </p>
      )}
      <TurnCard session={session} turn={turn} />
    </>
  );
}
