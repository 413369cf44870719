import { call, type Output } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { hrefOf } from "../model/route.ts";
import { Busy, FailureNote } from "./notes.tsx";
import { When } from "./words.tsx";

type Delivery = Output<"deliveries">["deliveries"][number];

const LABELS: Record<Delivery["state"], string> = { arrived: "done", pending: "waiting", dropped: "failed" };

/** What the session was given by Holdfast, word for word, and whether it arrived. */
export function Deliveries({ session }: { session: string }) {
  const read = () => call("deliveries", { session, limit: 30 });
  const { data, failure } = useCall(`deliveries ${session}`, read);
  if (failure) return <FailureNote failure={failure} />;
  if (!data) return <Busy />;
  if (data.deliveries.length === 0) return <p class="quiet">Nothing was delivered to this session.</p>;
  return (
    <ul class="deliveries">
      {data.deliveries.toReversed().map((delivery) => (
        <li key={delivery.id}>
          <OneDelivery delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

function OneDelivery({
  delivery: { at, state, channel, chars, model, person, checkpoint },
}: {
  delivery: Delivery;
}) {
  return (
    <details>
      <summary>
        <When at={at} /> <span class={`tag ${LABELS[state]}`}>{state}</span> {channel.replaceAll("_", " ")}{" "}
        <small>{chars.toLocaleString("en")} characters</small>
      </summary>
      {person === null ? null : (
        <p dir="auto">
          <small>You were shown:</small> {person}
        </p>
      )}
      {model === null ? <p class="quiet">The text is not kept.</p> : <pre dir="auto">{model}</pre>}
      {checkpoint === null ? null : (
        <a href={hrefOf({ view: "checkpoint", id: checkpoint })}>Its checkpoint</a>
      )}
    </details>
  );
}
