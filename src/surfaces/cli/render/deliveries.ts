import type * as z from "zod";
import type { deliveries } from "../../../recovery/operations/deliveries.ts";
import { count } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago } from "../layout/table.ts";

type Shown = z.infer<typeof deliveries.output>;
type One = Shown["deliveries"][number];

/** What each delivery says, word for word, below a line that says when it was made and whether it arrived. */
export function renderDeliveries({ nativeSession, deliveries: all, more }: Shown, how: Rendering): string[] {
  const session = shortSessionId(nativeSession);
  if (all.length === 0) return [`Session ${session} was given nothing so far.`];
  const older = more ? [how.style.dim("Older ones: --limit 200"), ""] : [];
  return [...older, ...all.flatMap((one, i) => [...(i === 0 ? [] : [""]), ...renderOne(one, how)])];
}

const NAMES: Readonly<Record<One["channel"], string>> = {
  session_start: "record at the start",
  user_prompt_submit: "record with a prompt",
  resume: "resumed by the agent",
  agent_stop: "at the end of a turn",
  queue: "prompt, through the queue",
  terminal: "prompt, typed",
  reply: "note",
};

function renderOne({ channel, at, state, chars, model, person }: One, { style, now }: Rendering): string[] {
  const texts = [model, person].flatMap((text) => (text === null ? [] : text.split("\n")));
  const head = `${NAMES[channel]}, ${ago(at, now)}, ${count(chars, "character")}: ${describe(state)}`;
  return [style.strong(head), ...texts.map((line) => `  ${line}`)];
}

function describe(state: One["state"]): string {
  switch (state) {
    case "arrived":
      return "arrived";
    case "pending":
      return "pending, with the next prompt";
    case "dropped":
      return "did not arrive, and no longer applies";
  }
}
