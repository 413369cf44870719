import { expect, test } from "vitest";
import { HoldfastError } from "../../../src/kernel/errors.ts";
import { createHttpApp } from "../../../src/surfaces/http/create-http-app.ts";
import { rateLimit } from "../../../src/surfaces/http/rate-limit.ts";
import { withPlace } from "../../support/test-context.ts";

function refusal(call: () => void): HoldfastError | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof HoldfastError) return error;
    throw error;
  }
}

test("a limit rejects further calls, says how long to wait, and resets after a minute", () => {
  let now = 1_000_000;
  const allow = rateLimit(() => now, 2);
  allow();
  now += 50_500;
  allow();
  expect(refusal(allow)).toMatchObject({ code: "rate_limited", details: { retryAfter: 10 } });
  now += 9_500;
  expect(refusal(allow)).toBeUndefined();
});

test("a clock that is set back a year locks no one out", () => {
  let now = 1_000_000_000_000;
  const allow = rateLimit(() => now, 1);
  allow();
  expect(refusal(allow)).toBeDefined();
  now -= 365 * 86_400_000;
  expect(refusal(allow)).toBeUndefined();
});

test("calls and MCP share one limit, and a rejected call has a Retry-After header", () =>
  withPlace(async ({ open }) => {
    const ctx = { ...(await open()), clock: () => 0 };
    const access = { type: "socket" } as const;
    const mcp = async () => new Response("{}");
    const app = createHttpApp(ctx, { operations: [], access, mcp, callsPerMinute: 4 });
    for (let i = 0; i < 2; i++) {
      await app.request("/mcp", { method: "POST", body: "{}" });
      await app.request("/v1/nothing");
    }
    expect((await app.request("/healthz")).status).toBe(200);
    for (const path of ["/v1/list", "/mcp"]) {
      const refused = await app.request(path);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
      expect(await refused.json()).toMatchObject({
        code: "rate_limited",
        next: "Wait 60 seconds and try again.",
      });
    }
  }));
