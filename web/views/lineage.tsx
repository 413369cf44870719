import { call } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { connectedTo, type Lineage, type LineageRow, toLineage } from "../model/lineage.ts";
import { cut } from "../model/phrases.ts";
import { hrefOf } from "../model/route.ts";
import { focusNext, useKeys } from "../model/use-keys.ts";
import { LineageLines, ROW_HEIGHT, widthOf } from "../parts/lineage-lines.tsx";
import { Empty, LoadNote } from "../parts/notes.tsx";
import { When } from "../parts/words.tsx";

const MAX_ROWS = 200;

/** Checkpoints of sessions and runs, and how they follow from each other; all, or those connected with one session. */
export function LineagePage({ id }: { id: string }) {
  const { data, failure } = useCall("lineage", () => call("list", { all: true, limit: MAX_ROWS }));
  const sessions = useCall("titles", () => call("log", { all: true, brief: true, limit: 50 }));
  const titles = new Map(sessions.data?.sessions.map((session) => [session.id, session.title]));
  useKeys({ j: () => focusNext(".lineage-row a", 1), k: () => focusNext(".lineage-row a", -1) });
  const checkpoints = data && shownFor(id, data.checkpoints);
  return (
    <section class="column" aria-labelledby="lineage">
      <h1 id="lineage">Lineage</h1>
      {id === "" ? null : <About id={id} title={titles.get(id)} />}
      <LoadNote loaded={{ data, failure }} />
      {checkpoints ? <Graph lineage={toLineage(checkpoints)} titles={titles} /> : null}
      {data?.more && id === "" ? (
        <p class="quiet">The newest {MAX_ROWS} checkpoints. Older ones are with their sessions.</p>
      ) : null}
    </section>
  );
}

function shownFor(id: string, checkpoints: Checkpoint[]): Checkpoint[] {
  return id === "" ? checkpoints : connectedTo(checkpoints, id);
}

function About({ id, title = "The session" }: { id: string; title: string | undefined }) {
  return (
    <p class="meta">
      <a href={hrefOf({ view: "session", id })}>{cut(title, 80)}</a> and what is connected with it.{" "}
      <a href={hrefOf({ view: "lineage" })}>Show everything</a>
    </p>
  );
}

function Graph({ lineage, titles }: { lineage: Lineage; titles: ReadonlyMap<string, string> }) {
  if (lineage.rows.length === 0)
    return (
      <Empty title="There is no checkpoint here.">
        Checkpoints are saved at compactions, at the end of a session, and with <code>holdfast save</code>.
      </Empty>
    );
  const indent = widthOf(lineage.lanes);
  return (
    <div class="lineage">
      <LineageLines lineage={lineage} />
      <ol>
        {lineage.rows.map((row) => (
          <Row key={row.checkpoint.id} row={row} titles={titles} indent={indent} />
        ))}
      </ol>
    </div>
  );
}

type Checkpoint = LineageRow["checkpoint"];

interface RowProps {
  row: LineageRow;
  titles: ReadonlyMap<string, string>;
  indent: number;
}

function Row({ row: { checkpoint, begins }, titles, indent }: RowProps) {
  const { id, name, trigger, createdAt, abandoned } = checkpoint;
  const about = aboutText(checkpoint, begins === null ? undefined : titles.get(begins));
  return (
    <li
      data-row
      class={`lineage-row ${abandoned ? "abandoned" : ""}`}
      style={{ height: `${ROW_HEIGHT}px`, paddingInlineStart: `${indent}px` }}
    >
      <When at={createdAt} />
      <a href={hrefOf({ view: "checkpoint", id })} class={name === null ? "" : "named"} dir="auto">
        {name ?? trigger.replaceAll("_", " ")}
      </a>
      {begins === null ? null : <Begin checkpoint={checkpoint} title={titles.get(begins) ?? begins} />}
      {abandoned ? <span class="tag">rewound</span> : null}
      <span class="quiet about" dir="auto">
        {about}
      </span>
    </li>
  );
}

/** What it says, unless the title beside it says the same. */
function aboutText({ digest, agent }: Checkpoint, title: string | undefined): string {
  const text = (digest ?? "").replaceAll(/\s+/g, " ");
  const start = (title ?? "").replaceAll("‹", "<").replace(/ ?…$/, "");
  return text === "" || (start !== "" && text.startsWith(start)) ? (agent ?? "") : cut(text, 160);
}

/** What begins with a checkpoint, and how it follows from another session. */
function Begin({ checkpoint: { session, continues }, title }: { checkpoint: Checkpoint; title: string }) {
  return (
    <>
      {session === null ? null : (
        <a class="begins" href={hrefOf({ view: "session", id: session })} dir="auto">
          {cut(title, 60)}
        </a>
      )}
      {continues ? <span class="tag">{continues.reason}</span> : null}
    </>
  );
}
