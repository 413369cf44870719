import { call, type Output } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { byteSize, plural } from "../model/phrases.ts";
import { Busy, FailureNote } from "../parts/notes.tsx";

/** What `holdfast doctor` and `holdfast status` say. Not live: the checks write to the store. */
export function Health() {
  const doctor = useCall("doctor", () => call("doctor"), { live: false });
  const status = useCall("status", () => call("status"), { live: false });
  return (
    <section class="column" aria-labelledby="health">
      <h1 id="health">Health</h1>
      {status.data ? <Summary status={status.data} /> : null}
      {doctor.failure ? <FailureNote failure={doctor.failure} /> : null}
      {doctor.data ? <Findings doctor={doctor.data} /> : <Busy label="Checking the installation" />}
    </section>
  );
}

function Summary({ status }: { status: Output<"status"> }) {
  const { sessions, checkpoints, version, stateDir, bytes, waiting } = status;
  return (
    <dl class="facts">
      <Fact name="Version" value={version} />
      <Fact name="Stored" value={`${plural(sessions, "session")}, ${plural(checkpoints, "checkpoint")}`} />
      <Fact name="Size" value={byteSize(bytes)} />
      <Fact name="Waiting events" value={String(waiting)} />
      <Fact name="Directory" value={stateDir} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

function Findings({ doctor: { ok, findings } }: { doctor: Output<"doctor"> }) {
  const problems = findings.filter((finding) => !finding.ok);
  const rest = findings.filter((finding) => finding.ok);
  return (
    <>
      <p class={`verdict ${ok ? "good" : "bad"}`}>
        {ok ? "Everything works." : `${plural(problems.length, "problem")} found.`}
      </p>
      <ul class="checks">
        {[...problems, ...rest].map((finding) => (
          <Check key={finding.check} finding={finding} />
        ))}
      </ul>
    </>
  );
}

function Check({ finding }: { finding: Output<"doctor">["findings"][number] }) {
  const { check, ok, advice, skipped } = finding;
  const state = skipped !== undefined ? "skipped" : ok ? "ok" : "problem";
  return (
    <li class={`check ${state}`}>
      <span class="tag">{state}</span>
      <span>
        {check}
        {advice || skipped ? (
          <small dir="auto" class="advice">
            {advice || skipped}
          </small>
        ) : null}
      </span>
    </li>
  );
}
