import { describe, expect, test } from "vitest";
import { type ErrorCode, HoldfastError } from "../../../src/kernel/errors.ts";
import { skipUnreadable } from "../../../src/recovery/source/skip-unreadable.ts";

const failing = (error: Error) => async (): Promise<string> => {
  throw error;
};

function logged() {
  const errors: unknown[][] = [];
  const log = {
    info: () => undefined,
    error: (...what: unknown[]) => void errors.push(what),
  };
  return { errors, ctx: { log } };
}

describe("work on the record of one session among several", () => {
  test("gives its result", async () => {
    const { ctx, errors } = logged();
    expect(await skipUnreadable(ctx, "ses_1", async () => "read")).toBe("read");
    expect(errors).toEqual([]);
  });

  test.each([
    new Error("the transcript is a directory"),
    new HoldfastError("state_corrupt", "A node is damaged."),
    Object.assign(new Error("of another library"), { code: "conflict" }),
  ])("is passed over and logged with the session: %s", async (error) => {
    const { ctx, errors } = logged();
    expect(await skipUnreadable(ctx, "ses_1", failing(error))).toBeUndefined();
    expect(errors).toEqual([["session passed over", error, { session: "ses_1" }]]);
  });

  test.each<ErrorCode>(["store_busy", "store_unavailable", "conflict"])(
    "fails when the store does: %s",
    async (code) => {
      const { ctx, errors } = logged();
      const error = new HoldfastError(code, "The store does not answer.");
      await expect(skipUnreadable(ctx, "ses_1", failing(error))).rejects.toBe(error);
      expect(errors).toEqual([]);
    },
  );
});
