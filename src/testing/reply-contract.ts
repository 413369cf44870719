import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/storage/store.ts";

export function replyContract(store: () => Store): void {
  const pending = (eventId: string, sessionId: string, at = 5) => ({
    eventId,
    sessionId,
    handler: "deliverRecovery",
    reply: '{"context":"given"}',
    at,
  });
  const listed = async (sessionId?: string) => {
    const filter = sessionId === undefined ? {} : { sessionId };
    return (await store().listPendingReplies({ ...filter, limit: 9 })).map(({ eventId }) => eventId);
  };
  const deliver = (eventId: string, handler: string | null = null) =>
    store().putDelivery({
      id: `dlv_${eventId}_${handler}`,
      sessionId: "ses_a",
      incarnation: 1,
      checkpointId: null,
      channel: "session_start",
      chars: 5,
      at: 1,
      eventId,
      arrivedAt: null,
      handler,
      reply: '{"context":"given"}',
    });

  describe("replies that no hook has confirmed", () => {
    test("are listed by session, oldest first, until their event is confirmed", async () => {
      await store().addPendingReplies([
        pending("e1", "ses_a"),
        pending("e2", "ses_a"),
        pending("e3", "ses_b"),
      ]);
      await store().addPendingReplies([]);
      await deliver("e1");
      expect(await listed("ses_a")).toEqual(["e1", "e2"]);
      expect(await listed()).toEqual(["e1", "e2", "e3"]);
      await store().confirmReplies(["e1", "unknown"], 7);
      await store().confirmReplies(["e1"], 9);
      expect(await listed()).toEqual(["e2", "e3"]);
      expect(await store().listDeliveries("ses_a")).toMatchObject([{ eventId: "e1", arrivedAt: 7 }]);
    });

    test("are carried by another event, whose confirmation counts for their deliveries", async () => {
      await store().addPendingReplies([pending("e1", "ses_a"), pending("e2", "ses_a")]);
      await deliver("e1");
      const [first] = await store().listPendingReplies({ sessionId: "ses_a", limit: 1 });
      await store().movePendingReplies(first ? [first.id] : [], "e9");
      await store().movePendingReplies([], "e9");
      await store().confirmReplies(["e1"], 7);
      expect(await listed("ses_a")).toEqual(["e9", "e2"]);
      expect(await store().listDeliveries("ses_a")).toMatchObject([{ eventId: "e9", arrivedAt: null }]);
      await store().confirmReplies(["e9"], 8);
      expect(await store().listDeliveries("ses_a")).toMatchObject([{ arrivedAt: 8 }]);
    });

    test("take only their own deliveries along", async () => {
      await store().addPendingReplies([pending("e1", "ses_a")]);
      await deliver("e1", "deliverRecovery");
      await deliver("e1", "recallNotes");
      const [first] = await store().listPendingReplies({ sessionId: "ses_a", limit: 1 });
      await store().movePendingReplies(first ? [first.id] : [], "e9");
      await store().confirmReplies(["e9"], 8);
      const listed = await store().listDeliveries("ses_a");
      expect(listed.map(({ handler, arrivedAt }) => [handler, arrivedAt])).toEqual(
        expect.arrayContaining([
          ["deliverRecovery", 8],
          ["recallNotes", null],
        ]),
      );
    });

    test("RED-R13: can be rewritten, with the texts of the deliveries", async () => {
      await store().addPendingReplies([pending("e1", "ses_a"), pending("e2", "ses_b")]);
      await deliver("e1", "deliverRecovery");
      const rewrite = (reply: string) => reply.replace("given", "redacted");
      expect(await store().rewriteReplies(rewrite, { dryRun: true })).toBe(3);
      expect(await store().rewriteReplies(rewrite, { dryRun: false })).toBe(3);
      expect(await store().rewriteReplies(rewrite, { dryRun: false })).toBe(0);
      const rewritten = '{"context":"redacted"}';
      expect(await store().listPendingReplies({ limit: 9 })).toMatchObject([
        { reply: rewritten },
        { reply: rewritten },
      ]);
      expect(await store().listDeliveries("ses_a")).toMatchObject([{ reply: rewritten }]);
    });

    test("are deleted when they are given up, or with the old events", async () => {
      await store().addPendingReplies([pending("e1", "ses_a"), pending("e2", "ses_a", 3)]);
      const [first] = await store().listPendingReplies({ sessionId: "ses_a", limit: 1 });
      await store().deletePendingReplies(first ? [first.id] : []);
      await store().deletePendingReplies([]);
      expect(await listed()).toEqual(["e2"]);
      expect(await store().forgetEvents(4, 9)).toBe(1);
      expect(await listed()).toEqual([]);
    });
  });
}
