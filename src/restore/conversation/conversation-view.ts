import * as z from "zod";
import type { ContinueCommand } from "./create-conversation.ts";
import type { ConversationPlan } from "./plan-conversation.ts";

/** What a restore of everything does with the conversation. */
export const ConversationView = z.object({
  agent: z.string(),
  /** The agent's own id of the session that is taken back; it stays as it is. */
  session: z.string(),
  mode: z.enum(["fork", "record"]),
  /** How many prompts it keeps, and the newest of them. */
  prompts: z.number(),
  latest: z.string().nullable(),
  openTodos: z.number(),
  decisions: z.number(),
  /** How to continue; null if this is only the plan. */
  next: z
    .object({
      command: z.array(z.string()),
      directory: z.string(),
      environment: z.record(z.string(), z.string()),
    })
    .nullable(),
});
export type ConversationView = z.infer<typeof ConversationView>;

export function viewConversation(
  { mode, session, moment }: ConversationPlan,
  next: ContinueCommand | null,
): ConversationView {
  const { prompts, todos, decisions } = moment.capture;
  return {
    agent: session.agent,
    session: session.nativeId,
    mode,
    prompts: moment.capture.promptsSeen,
    latest: prompts.at(-1)?.text ?? null,
    openTodos: todos.filter(({ status }) => status !== "completed").length,
    decisions: decisions.length,
    next,
  };
}
