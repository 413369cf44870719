import { blockText } from "../block-text.ts";
import type { OpenCodeClient } from "./client.ts";
import { answerOf, type OpenSessions, report } from "./open-sessions.ts";

/** `opencode run` exits with its turn, so a reply to a stop could not take effect. */
const ENDS_WITH_TURN = process.argv[2] === "run";

/** Reports that no hook waits for. */
interface TurnReports {
  /** The end of a turn. */
  stop(id: string): Promise<void>;
  /** A compaction, with the record that follows it. */
  recover(id: string): Promise<void>;
  /** A person goes back with `/undo`, and returns with `/redo`. */
  revert(info: { id: string; revert?: { messageID: string } }): Promise<void>;
}

export function createTurnReports(
  client: OpenCodeClient,
  sessions: OpenSessions,
  triggerOf: (id: string) => string,
): TurnReports {
  const reverted = new Map<string, string | undefined>();
  return {
    async stop(id) {
      const session = await sessions.find(id);
      if (!session) return;
      const messages = await sessions.messagesOf(session);
      const answer = messages.findLast(({ info }) => info.role === "assistant");
      // It was a compaction.
      if (!answer || answer.info.summary) return;
      // The turn was interrupted or failed.
      if (answer.info.error) return void (await report(session, "StopFailure"));
      const { notice, block } = await report(session, "Stop", {
        stop_hook_active: ENDS_WITH_TURN || session.hasContinued,
        last_assistant_message: blockText(answer.parts),
      });
      if (notice) sessions.accept(session, { notice });
      if (!block) return;
      session.hasContinued = true;
      const parts = [{ type: "text", text: block, synthetic: true }];
      await answerOf(client.session.promptAsync({ path: { id }, body: { parts } }));
    },

    async recover(id) {
      const session = await sessions.find(id);
      if (!session) return;
      const messages = await sessions.messagesOf(session);
      const summary = messages.findLast(({ info }) => info.role === "assistant" && info.summary);
      const compact_summary = summary && blockText(summary.parts);
      await report(session, "PostCompact", { trigger: triggerOf(id), compact_summary });
      sessions.accept(session, await report(session, "SessionStart", { source: "compact" }));
    },

    async revert({ id, revert }) {
      const before = reverted.get(id);
      reverted.set(id, revert?.messageID);
      if (before === revert?.messageID) return;
      const session = await sessions.open(id);
      if (session) await report(session, "BranchChange");
    },
  };
}
