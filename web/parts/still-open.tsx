import { type LogSession, totalsOf } from "../model/log-session.ts";
import { dayOf } from "../model/moments.ts";
import { cut, money, plural, shortNumber } from "../model/phrases.ts";
import { hrefOf } from "../model/route.ts";
import { Code } from "./words.tsx";

const MAX_SESSIONS = 12;
const MAX_ITEMS = 4;

/** Beside the timeline: what today cost, and what is open in the sessions that are shown. */
export function StillOpen({
  sessions,
  isFiltered,
}: {
  sessions: readonly LogSession[];
  isFiltered: boolean;
}) {
  const today = dayOf(new Date().toISOString());
  const totals = totalsOf(sessions.filter(({ lastActivityAt }) => dayOf(lastActivityAt) === today));
  const open = sessions.filter(({ todos, failing }) => todos.length + failing.length > 0);
  return (
    <aside aria-label="Today and what is still open">
      <section class="card">
        <h2>{isFiltered ? "Today, of what matches" : "Today"}</h2>
        <p class="big">{money(totals.cost)}</p>
        <p class="quiet">
          {shortNumber(totals.tokens)} tokens in {plural(totals.sessions, "session")}
        </p>
        {totals.unpriced.length > 0 ? (
          <p class="quiet">No price is known for {totals.unpriced.join(", ")}.</p>
        ) : null}
      </section>
      <section class="card">
        <h2>Still open</h2>
        {open.length === 0 ? (
          <p class="quiet">
            {isFiltered
              ? "Nothing in what matches."
              : "Nothing: no open todo, and no command that still fails."}
          </p>
        ) : null}
        {open.slice(0, MAX_SESSIONS).map((session) => (
          <OpenIn key={session.id} session={session} />
        ))}
        {open.length > MAX_SESSIONS ? (
          <a href={hrefOf({ view: "today", query: "is:open" })}>All {open.length} sessions</a>
        ) : null}
      </section>
    </aside>
  );
}

function OpenIn({ session: { id, title, project, todos, failing } }: { session: LogSession }) {
  const rest = Math.max(0, todos.length - MAX_ITEMS);
  return (
    <div class="open-in">
      <a href={hrefOf({ view: "session", id })} dir="auto">
        {cut(title, 80)}
      </a>{" "}
      <small>{project.name}</small>
      <ul>
        {todos.slice(0, MAX_ITEMS).map(({ content, status }) => (
          <li key={content} class={status} dir="auto">
            {cut(content, 160)}
          </li>
        ))}
        {failing.slice(0, MAX_ITEMS).map(({ command }) => (
          <li key={command} class="failing">
            <Code text={command} max={120} />
          </li>
        ))}
        {rest > 0 ? <li class="quiet">{rest} more</li> : null}
      </ul>
    </div>
  );
}
