import { type HookReply, send } from "../send.ts";
import { about } from "./event-fields.ts";
import type { SessionContext } from "./session-context.ts";

/** What our replies hold for the model, until the next request can carry it. */
export interface Inbox {
  /** Keeps the context of a reply and shows its notice. */
  accept(reply: HookReply, ctx: SessionContext): void;
  /** Reports the start of a session. `started` waits for the reply. */
  start(source: string, ctx: SessionContext): void;
  started(): Promise<void>;
  /** The context that is held, which is held no longer. */
  take(): string;
}

export function createInbox(): Inbox {
  const held: string[] = [];
  let started: Promise<void> = Promise.resolve();
  const accept = ({ context, notice }: HookReply, ctx: SessionContext) => {
    if (context) held.push(context);
    try {
      if (notice) ctx.ui.notify(notice, "info");
    } catch {
      // The person has switched to another session.
    }
  };
  return {
    accept,
    start(source, ctx) {
      const fields = { ...about(ctx), source, model: ctx.model?.id };
      started = send("SessionStart", fields).then((reply) => accept(reply, ctx));
    },
    started: () => started,
    take: () => held.splice(0).join("\n\n"),
  };
}
