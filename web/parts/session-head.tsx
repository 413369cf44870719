import { agentOn } from "../../src/text/phrases.ts";
import { type LogSession, placeOf, tokensOf } from "../model/log-session.ts";
import { dayAndTime, duration } from "../model/moments.ts";
import { money, plural, shortNumber } from "../model/phrases.ts";
import { hrefOf } from "../model/route.ts";
import { DismissButtons } from "./dismiss-buttons.tsx";
import { LongText } from "./long-text.tsx";
import { SessionCommands } from "./session-commands.tsx";
import { StateTag } from "./state-tag.tsx";
import { Code } from "./words.tsx";

/** What a session was about, where it ran and what it used. */
export function SessionHead({ session }: { session: LogSession }) {
  const { title, goal, agent, machine, worktree, branch, startedAt, lastActivityAt } = session;
  const took = duration(Date.parse(lastActivityAt) - Date.parse(startedAt));
  return (
    <header class="session-head">
      <h1 id="title" dir="auto">
        {title} <StateTag session={session} />
      </h1>
      <p class="meta">
        <span>{agentOn(agent, machine)}</span>
        <span dir="auto">{placeOf(session)}</span>
        <Code text={worktree} />
        {branch === null ? null : <Code text={branch} />}
        <span>
          {dayAndTime(startedAt)}
          {took === "" ? "" : `, ${took}`}
        </span>
      </p>
      {goal === null || goal.trim().replaceAll(/\s+/g, " ") === title ? null : (
        <p class="goal">
          <LongText text={goal} max={500} />
        </p>
      )}
      <Used session={session} />
      <Origin session={session} />
      <SessionCommands session={session} />
      <DismissButtons session={session} />
    </header>
  );
}

function Used({ session }: { session: LogSession }) {
  const { turnCount, fileCount, added, removed, compactions, usage } = session;
  const tokens = tokensOf(session);
  return (
    <p class="used">
      <span>{plural(turnCount, "turn")}</span>
      <span>{plural(fileCount, "file")}</span>
      {added === null ? null : (
        <span>
          <ins>+{added}</ins> <del>−{removed}</del>
        </span>
      )}
      {compactions > 0 ? <span>{plural(compactions, "compaction")}</span> : null}
      {tokens === undefined ? null : <span>{shortNumber(tokens)} tokens</span>}
      {usage === null ? null : (
        <span title={usage.models.map(({ model }) => model).join(", ")}>
          {money(usage.cost)}
          {usage.unpriced.length > 0 ? ` + ${usage.unpriced.join(", ")}` : ""}
        </span>
      )}
    </p>
  );
}

/** Which session it continues, and whether what was recovered has arrived. */
function Origin({ session: { continues, recovered, id } }: { session: LogSession }) {
  return (
    <p class="links">
      {continues === null ? null : (
        <a href={hrefOf({ view: "session", id: continues.id })}>
          Continues a session of {continues.agent} ({continues.reason})
        </a>
      )}
      {recovered.slice(-3).map(({ at, arrived, session }) => (
        <a key={at} href={hrefOf({ view: "session", id: session ?? id })}>
          Received a record at {dayAndTime(at)} {arrived ? "" : "(not arrived yet)"}
        </a>
      ))}
      <a href={hrefOf({ view: "lineage", id })}>Lineage</a>
    </p>
  );
}
