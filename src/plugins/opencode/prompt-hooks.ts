import { blockText } from "../block-text.ts";
import type { OpenCodeHooks, OpenCodePart } from "./client.ts";
import { collapseMessages } from "./collapse-messages.ts";
import { type OpenSession, type OpenSessions, report } from "./open-sessions.ts";

interface Known {
  /** Sessions that this process created. */
  created: ReadonlySet<string>;
  /** Waits for the record after a compaction. */
  recovered: (id: string) => Promise<unknown> | undefined;
}

/** The hooks in which a prompt is reported, and what was replied reaches the model. */
export function promptHooks(
  sessions: OpenSessions,
  { created, recovered }: Known,
): Pick<OpenCodeHooks, "chat.message" | "experimental.chat.messages.transform"> {
  const start = async (session: OpenSession, model: string | undefined) => {
    session.isStarted = true;
    const isCreated = created.has(session.id);
    const isFork = isCreated && (await sessions.messagesOf(session)).length > 0;
    const source = isFork ? "fork" : isCreated ? "startup" : "resume";
    sessions.accept(session, await report(session, "SessionStart", { source, model }));
  };

  return {
    async "chat.message"({ sessionID }, { message, parts }) {
      const typed = parts.filter(({ type, synthetic, ignored }) => type === "text" && !synthetic && !ignored);
      const last = typed.at(-1);
      const session = await sessions.open(sessionID);
      if (!session || !last) return;
      await recovered(sessionID);
      if (!session.isStarted) await start(session, message.model?.modelID);
      session.hasContinued = false;
      const reply = await report(session, "UserPromptSubmit", { prompt: blockText(typed) });
      sessions.accept(session, reply);
      if (reply.block) {
        await sessions.showToast(reply.block, "warning");
        // The client has no other way to withdraw a prompt.
        throw new Error(reply.block);
      }
      if (session.held.length > 0) parts.push(partWith(session, message.id, last.id));
      session.held = [];
    },

    async "experimental.chat.messages.transform"(_input, { messages }) {
      messages.splice(0, messages.length, ...collapseMessages(messages));
      const last = messages.findLast(({ info }) => info.role === "user");
      const session = await sessions.find(last?.info.sessionID);
      if (!session || !last) return;
      await recovered(session.id);
      // Not stored: each request of the turn gets it, and the next prompt keeps it.
      if (session.held.length > 0)
        last.parts.push(partWith(session, last.info.id, last.parts.at(-1)?.id ?? "prt_"));
    },
  };
}

/** Parts are sent in the order of their ids, so this part follows the part `after`. */
function partWith({ id, held }: OpenSession, messageID: string, after: string): OpenCodePart {
  const text = held.join("\n\n");
  return { id: `${after}h`, messageID, sessionID: id, type: "text", synthetic: true, text };
}
