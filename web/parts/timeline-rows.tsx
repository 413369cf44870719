import { agentOn } from "../../src/text/phrases.ts";
import { excerpt, type Match } from "../model/find-match.ts";
import { lastSeen } from "../model/last-seen.ts";
import { type LogSession, laterRequest, placeOf, type Totals, tokensOf } from "../model/log-session.ts";
import { dayAndTime, dayName, duration, timeOf } from "../model/moments.ts";
import { cut, money, plural, shortNumber } from "../model/phrases.ts";
import { hrefOf } from "../model/route.ts";
import { StateTag } from "./state-tag.tsx";

export function DayRow({ day, totals }: { day: string; totals: Totals }) {
  return (
    <div class="day-row">
      <h2>{dayName(day, Date.now())}</h2>
      <p class="quiet">{describeTotals(totals)}</p>
    </div>
  );
}

/** `3 sessions · 12 turns · 1.2M tokens · $3.40` */
export function describeTotals({ sessions, turns, files, tokens, cost, unpriced, unknown }: Totals): string {
  const priced =
    unpriced.length === 0 ? money(cost) : `${money(cost)} + ${unpriced.join(", ")} without a price`;
  return [
    plural(sessions, "session"),
    plural(turns, "turn"),
    plural(files, "file"),
    ...(tokens > 0 ? [`${shortNumber(tokens)} tokens`, priced] : []),
    ...(tokens > 0 && unknown > 0 ? [`${unknown} without token counts`] : []),
  ].join(" · ");
}

export function GapRow({ ms }: { ms: number }) {
  return <div class="gap-row">{duration(ms)} pause</div>;
}

interface SessionRowProps {
  session: LogSession;
  match: Match | undefined;
  words: string;
}

export function SessionRow({ session, match, words }: SessionRowProps) {
  const { id, title, agent, machine, startedAt, lastActivityAt, live } = session;
  const request = laterRequest(session);
  const seen = lastSeen(id);
  const isNew = seen !== undefined && lastActivityAt > seen;
  return (
    <a class={`session-row ${live ? "is-live" : ""}`} href={hrefOf({ view: "session", id })}>
      <span class="when">
        <time dateTime={lastActivityAt} title={`Since ${dayAndTime(startedAt)}`}>
          {timeOf(lastActivityAt)}
        </time>
        <small>{duration(Date.parse(lastActivityAt) - Date.parse(startedAt))}</small>
      </span>
      <span class="what">
        <span class="line">
          <strong dir="auto">{title}</strong>
          <StateTag session={session} />
          {isNew ? <span class="tag open">new</span> : null}
          <span class="end">{agentOn(agent, machine)}</span>
        </span>
        {request === null ? null : (
          <span class="line request" dir="auto">
            {cut(request, 300)}
          </span>
        )}
        <Facts session={session} />
        {match ? (
          <span class="line match" dir="auto">
            <em>{match.kind}</em> {excerpt(match.text, words)}
          </span>
        ) : null}
      </span>
    </a>
  );
}

function Facts({ session }: { session: LogSession }) {
  const { branch, turnCount, fileCount, added, removed, todos, failing, usage } = session;
  const tokens = tokensOf(session);
  return (
    <span class="line facts-line">
      <span dir="auto">{cut(placeOf(session), 80)}</span>
      {branch === null ? null : <span dir="auto">{cut(branch, 40)}</span>}
      <span>{plural(turnCount, "turn")}</span>
      {fileCount > 0 ? <span>{plural(fileCount, "file")}</span> : null}
      {added === null ? null : (
        <span>
          <ins>+{added}</ins> <del>−{removed}</del>
        </span>
      )}
      {todos.length > 0 ? <span class="warn-text">{todos.length} open</span> : null}
      {failing.length > 0 ? <span class="bad-text">{failing.length} failing</span> : null}
      {tokens === undefined ? null : <span>{shortNumber(tokens)} tokens</span>}
      {usage === null ? null : <span>{money(usage.cost)}</span>}
    </span>
  );
}
