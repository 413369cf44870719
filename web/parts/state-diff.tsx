import { PARTS } from "../../src/checkpoints/diff-parts.ts";
import { call, type Output } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { Busy, FailureNote } from "./notes.tsx";
import { Prose } from "./words.tsx";

/** What changed between the states of two checkpoints, part by part. */
export function StateDiff({ from, to }: { from: string; to: string }) {
  const { data, failure } = useCall(`diff ${from} ${to}`, () => call("diff", { from, to }), { live: false });
  if (failure) return <FailureNote failure={failure} />;
  if (!data) return <Busy label="Comparing" />;
  if (data.equal) return <p class="quiet">The states are equal.</p>;
  return (
    <div class="state-diff">
      {PARTS.map((part) => (
        <Part key={part} name={part} changes={data[part]} />
      ))}
      {data.omitted > 0 ? <p class="quiet">{data.omitted} more are not shown.</p> : null}
    </div>
  );
}

function Part({ name, changes }: { name: string; changes: Output<"diff">["todos"] }) {
  const { added, removed, changed } = changes;
  if (added.length + removed.length + changed.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <ul class="plain">
        {removed.map((item) => (
          <li key={`-${item}`} class="removed">
            <span class="sign">−</span>
            <Prose text={item} max={600} />
          </li>
        ))}
        {added.map((item) => (
          <li key={`+${item}`} class="added">
            <span class="sign">+</span>
            <Prose text={item} max={600} />
          </li>
        ))}
        {changed.map(({ item, before, after }) => (
          <li key={`~${item}`}>
            <span class="sign">~</span>
            <Prose text={item} max={300} /> <Prose class="removed" text={before} max={300} /> →{" "}
            <Prose class="added" text={after} max={300} />
          </li>
        ))}
      </ul>
    </section>
  );
}
