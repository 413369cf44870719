import { useState } from "preact/hooks";
import { call, type Output } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { dayAndTime, duration } from "../model/moments.ts";
import { hrefOf } from "../model/route.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Empty, LoadNote } from "../parts/notes.tsx";
import { Code, Prose, When } from "../parts/words.tsx";

type Run = Output<"workflow">["runs"][number];
type Step = Output<"workflow">["steps"][number];

/** The runs of durable workflows, or one of them with its steps. */
export function Workflows({ id }: { id: string }) {
  return id === "" ? <Runs /> : <OneRun id={id} />;
}

function Runs() {
  const { data, failure } = useCall("workflows", () =>
    call("workflow", { action: "list", all: true, limit: 100 }),
  );
  return (
    <section class="column" aria-labelledby="workflows">
      <h1 id="workflows">Workflows</h1>
      <LoadNote loaded={{ data, failure }} />
      {data ? <RunList runs={data.runs} /> : null}
    </section>
  );
}

function RunList({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0)
    return (
      <Empty title="No workflow has run here.">
        A workflow is a program whose steps survive its process. Write one with <code>holdfast/workflow</code>
        , then <code>holdfast workflow run ./release.ts</code>.
      </Empty>
    );
  return (
    <ul class="rows">
      {runs.map((run) => (
        <li key={run.id} data-row>
          <a class="row" href={hrefOf({ view: "workflows", id: run.id })}>
            <span class={`tag ${run.status}`}>{run.dangling ? "interrupted" : run.status}</span>
            <strong>{run.type}</strong> <Code text={run.id} max={60} />
            <span class="end">{dayAndTime(run.updatedAt)}</span>
            {run.error === null ? null : <Prose class="under bad-text" text={run.error} max={300} />}
          </a>
        </li>
      ))}
    </ul>
  );
}

function OneRun({ id }: { id: string }) {
  const { data, failure } = useCall(`run ${id}`, () => call("workflow", { action: "show", target: id }));
  const run = data?.runs[0];
  return (
    <section class="column" aria-labelledby="run">
      <h1 id="run">{run ? run.type : "Workflow run"}</h1>
      <LoadNote loaded={{ data, failure }} />
      {run && data ? (
        <>
          <p class="meta">
            <span class={`tag ${run.status}`}>{run.dangling ? "interrupted" : run.status}</span>
            <Code text={run.id} /> started <When at={run.createdAt} withDay />
          </p>
          {data.warning === null ? null : <p class="note">{data.warning}</p>}
          <Steps run={run} steps={data.steps} />
        </>
      ) : null}
    </section>
  );
}

function Steps({ run, steps }: { run: Run; steps: readonly Step[] }) {
  return (
    <ol class="steps">
      {steps.slice(-200).map((step) => (
        <li key={step.number} data-row class={`step ${step.status}`}>
          <span class="number">{step.number}</span>
          <span class={`tag ${step.status}`}>{step.status}</span>
          <Code text={step.key} max={120} />
          <span class="end">{step.status === "waiting" ? "" : duration(step.ms) || `${step.ms} ms`}</span>
          {step.error === null ? null : <Prose class="under bad-text" text={step.error} max={500} />}
          {step.checkpoint === null ? null : (
            <a class="under" href={hrefOf({ view: "checkpoint", id: step.checkpoint })}>
              checkpoint
            </a>
          )}
          {isSignal(step) ? <SendSignal run={run} name={step.key} /> : null}
        </li>
      ))}
    </ol>
  );
}

function isSignal({ status, kind }: Step): boolean {
  return status === "waiting" && kind === "signal";
}

function SendSignal({ run, name }: { run: Run; name: string }) {
  const [payload, setPayload] = useState("");
  const send = async () => {
    const given = payload === "" ? {} : { payload: parsed(payload) };
    await call("workflow", { action: "send", target: run.id, name, ...given }, run.worktree);
    return `Sent ${name}. The run continues when its program runs.`;
  };
  return (
    <div class="under signal">
      <label>
        Payload
        <input
          value={payload}
          onInput={(event) => setPayload(event.currentTarget.value)}
          placeholder="text or JSON"
        />
      </label>
      <Confirm
        label={`Send ${name}`}
        question={`Send the signal ${name} to this run? It cannot be taken back.`}
        run={send}
      />
    </div>
  );
}

/** What is not JSON is a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
