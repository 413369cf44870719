import { useState } from "preact/hooks";
import { call, type Output } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { hrefOf } from "../model/route.ts";
import { Confirm } from "../parts/confirm.tsx";
import { NameForm } from "../parts/name-form.tsx";
import { LoadNote } from "../parts/notes.tsx";
import { StateDiff } from "../parts/state-diff.tsx";
import { StateView } from "../parts/state-view.tsx";
import { Code, Prose, When } from "../parts/words.tsx";

type InspectOutput = Output<"inspect">;
type Checkpoint = InspectOutput["checkpoint"];

/** One checkpoint: what it says, what has changed since another one, and its whole state. */
export function CheckpointPage({ id }: { id: string }) {
  const { data, failure } = useCall(`checkpoint ${id}`, () => call("inspect", { id }));
  return (
    <section class="column" aria-labelledby="checkpoint">
      <h1 id="checkpoint">{data?.checkpoint.name ?? "Checkpoint"}</h1>
      <LoadNote loaded={{ data, failure }} />
      {data ? <Details inspected={data} /> : null}
    </section>
  );
}

function Details({ inspected }: { inspected: InspectOutput }) {
  const { checkpoint, parent, children, state, warning } = inspected;
  const { digest, session } = checkpoint;
  return (
    <>
      <Head checkpoint={checkpoint} />
      {warning === null ? null : <p class="note bad">{warning}</p>}
      {digest ? <Prose class="block" text={digest} max={4_000} /> : null}
      <p class="links">
        {session ? <a href={hrefOf({ view: "session", id: session })}>Session</a> : null}
        {parent ? <a href={hrefOf({ view: "checkpoint", id: parent.id })}>Parent</a> : null}
        {children.slice(0, 5).map((child) => (
          <a key={child.id} href={hrefOf({ view: "checkpoint", id: child.id })}>
            {child.name ?? `Next (${child.trigger.replaceAll("_", " ")})`}
          </a>
        ))}
      </p>
      <Compare checkpoint={checkpoint} />
      <StateView id={checkpoint.id} state={state} isDamaged={warning !== null} />
      <h2>Actions</h2>
      <NameForm checkpoint={checkpoint} />
      <DeleteButton checkpoint={checkpoint} />
    </>
  );
}

function Head({ checkpoint }: { checkpoint: Checkpoint }) {
  const { id, kind, trigger, agent, branch, createdAt, worktree, retention } = checkpoint;
  return (
    <p class="meta">
      <Code text={id} /> <span class="tag">{kind}</span>{" "}
      {trigger === "explicit" ? "saved on request" : trigger.replaceAll("_", " ")},{" "}
      <When at={createdAt} withDay /> {agent === null ? null : <span>in {agent}</span>}{" "}
      <Code text={worktree} /> {branch === null ? null : <Code text={branch} />}{" "}
      {retention === "pinned" ? <span class="tag done">kept</span> : null}
    </p>
  );
}

/** Compares it with its parent, or with another one that the reader names. */
function Compare({ checkpoint: { id, parent } }: { checkpoint: Checkpoint }) {
  const [other, setOther] = useState("");
  const from = other || parent;
  return (
    <section aria-label="Changes">
      <h2>Changes since</h2>
      <label class="inline">
        <input
          value={other}
          onChange={(event) => setOther(event.currentTarget.value.trim())}
          placeholder={parent ?? "id or name of a checkpoint"}
          aria-label="Checkpoint to compare with"
        />
        {other === "" && parent !== null ? <span class="quiet">its parent</span> : null}
      </label>
      {from === null || from === "" ? (
        <p class="quiet">It has no parent. Enter the id of another checkpoint to compare them.</p>
      ) : (
        <StateDiff from={from} to={id} />
      )}
    </section>
  );
}

function DeleteButton({ checkpoint: { id, worktree } }: { checkpoint: Checkpoint }) {
  const change = async (undo: boolean) => {
    await call("delete", { id, undo }, worktree);
    return undo ? "It is back." : "Moved to the trash for a week.";
  };
  return (
    <Confirm
      label="Delete"
      question="Move this checkpoint to the trash? It stays there for a week."
      run={() => change(false)}
      undo={() => change(true)}
    />
  );
}
