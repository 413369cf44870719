import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useSessions } from "../api/use-sessions.ts";
import { type LogSession, laterRequest, passes } from "../model/log-session.ts";
import { route } from "../model/navigate.ts";
import { lastPart, plural } from "../model/phrases.ts";
import { logInput, parseQuery } from "../model/search-query.ts";
import { type TimelineRow, toTimeline } from "../model/timeline.ts";
import { focusNext, useKeys } from "../model/use-keys.ts";
import { Busy, Empty, FailureNote } from "../parts/notes.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { StillOpen } from "../parts/still-open.tsx";
import { DayRow, GapRow, SessionRow } from "../parts/timeline-rows.tsx";
import { VirtualRows } from "../parts/virtual-rows.tsx";

const keyOf = ({ key }: TimelineRow) => key;

/** What all agents did in all projects, newest first. */
export function Today() {
  const query = parseQuery(route.value.query);
  const { found, failure, busy, next, loadMore } = useSessions(logInput(query));
  const sessions = useMemo(
    () => found.filter((session) => passes(session, query)),
    [found, route.value.query],
  );
  const rows = useMemo(() => toTimeline(sessions, query.words), [sessions, query.words]);
  useKeys({
    j: () => focusNext(".session-row", 1),
    k: () => focusNext(".session-row", -1),
    "/": () => document.getElementById("search")?.focus(),
  });
  return (
    <div class="with-aside">
      <section aria-labelledby="sessions">
        <h1 id="sessions" class="hidden">
          Sessions
        </h1>
        <SearchBox {...namesIn(found)} />
        {failure ? <FailureNote failure={failure} /> : null}
        <VirtualRows
          label="Sessions"
          rows={rows}
          keyOf={keyOf}
          heightOf={HEIGHT_OF[width.value]}
          render={renderRow}
          onEnd={loadMore}
        />
        {rows.length === 0 ? <NoSessions busy={busy} isFiltered={route.value.query !== ""} /> : null}
        <p class="quiet tail" role="status">
          {rows.length === 0
            ? ""
            : `${plural(sessions.length, "session")}${next === null ? "" : ", more below"}`}
        </p>
      </section>
      <StillOpen sessions={sessions} isFiltered={route.value.query !== ""} />
    </div>
  );
}

function NoSessions({ busy, isFiltered }: { busy: boolean; isFiltered: boolean }) {
  if (busy) return <Busy label="Reading sessions" />;
  if (isFiltered)
    return (
      <Empty title="No session matches.">
        Every word must occur in one session: in its prompts, decisions, todos, commands or file names. Try
        fewer words.
      </Empty>
    );
  return (
    <Empty title="No session has been captured yet.">
      Run <code>holdfast connect</code>, restart your agent and work as before. Its sessions then appear here.
    </Empty>
  );
}

function renderRow(row: TimelineRow) {
  if (row.type === "day") return <DayRow day={row.day} totals={row.totals} />;
  if (row.type === "gap") return <GapRow ms={row.ms} />;
  return <SessionRow session={row.session} match={row.match} words={parseQuery(route.value.query).words} />;
}

/** The heights that the style sheet gives to the rows, in pixels. */
const HEIGHTS = { wide: { day: 46, session: 56 }, narrow: { day: 62, session: 96 } };
const REQUEST_HEIGHT = 20;
const GAP_HEIGHT = 26;
const MATCH_HEIGHT = 22;

const NARROW = window.matchMedia("(max-width: 640px)");
const width = signal<"wide" | "narrow">(NARROW.matches ? "narrow" : "wide");
NARROW.addEventListener("change", ({ matches }) => {
  width.value = matches ? "narrow" : "wide";
});

const HEIGHT_OF = { wide: heightIn("wide"), narrow: heightIn("narrow") };

function heightIn(name: "wide" | "narrow"): (row: TimelineRow) => number {
  const { day, session } = HEIGHTS[name];
  return (row) => {
    if (row.type === "day") return day;
    if (row.type === "gap") return GAP_HEIGHT;
    const request = laterRequest(row.session) === null ? 0 : REQUEST_HEIGHT;
    return session + request + (row.match ? MATCH_HEIGHT : 0);
  };
}

function namesIn(sessions: readonly LogSession[]) {
  const unique = (values: string[]) => [...new Set(values)].sort();
  return {
    projects: unique(sessions.map(({ project }) => project.name)),
    agents: unique(sessions.map(({ agent }) => agent)),
    worktrees: unique(sessions.map(({ worktree }) => worktree)).filter((path) => lastPart(path) !== ""),
  };
}
