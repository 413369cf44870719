import * as z from "zod";
import { CheckpointView } from "../checkpoints/checkpoint-view.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import { UncoveredSession } from "./uncovered-sessions.ts";

const List = z.object({
  checkpoints: z.array(CheckpointView),
  sessions: z.array(UncoveredSession),
  more: z.boolean(),
});
const SHORT_ID = "chk_".length + 8;
const TITLE = 40;

/** A list for a model to choose from, about 120 characters per checkpoint. `checkpoint_inspect` shows the rest. */
export const BriefList = z.object({
  checkpoints: z.array(
    z.object({
      /** A prefix of the id, long enough to use as an argument. */
      id: z.string(),
      title: z.string(),
      trigger: z.string(),
      /** UTC, to the minute. */
      at: z.string(),
    }),
  ),
  /** Sessions that none of them shows. Their ids are arguments too. */
  sessions: z.array(z.object({ id: z.string(), title: z.string(), at: z.string() })).optional(),
  /** True if there are older ones. To get them, pass the last id as `after`. */
  more: z.boolean(),
});

export function toBriefList(output: unknown): z.infer<typeof BriefList> {
  const list = List.parse(output);
  const checkpoints = list.checkpoints.map((each) => {
    const title = each.name ?? (each.step || each.digest || each.workflow || each.agent || "");
    const id = each.id.slice(0, SHORT_ID);
    return {
      id,
      title: bounded(oneLine(title), TITLE),
      trigger: each.trigger,
      at: each.createdAt.slice(0, 16),
    };
  });
  const sessions = list.sessions.map(({ id, request, lastSeenAt }) => ({
    id: shortSessionId(id),
    title: bounded(oneLine(request), TITLE),
    at: lastSeenAt.slice(0, 16),
  }));
  return { checkpoints, ...(sessions.length > 0 ? { sessions } : {}), more: list.more };
}
