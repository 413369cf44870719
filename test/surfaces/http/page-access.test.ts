import { expect, test } from "vitest";
import { createPageAccess } from "../../../src/surfaces/http/page/page-access.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function createAccess() {
  const clock = { now: 1_000_000 };
  let count = 0;
  return {
    clock,
    access: createPageAccess(
      () => clock.now,
      () => `secret-${count++}`,
    ),
  };
}

test("a token of the page is accepted once, within a minute", () => {
  const { access, clock } = createAccess();
  const token = access.issueToken();
  const credentials = access.redeemToken(token)!;
  expect(access.admits(credentials)).toBe(true);
  expect(access.redeemToken(token)).toBeUndefined();
  const late = access.issueToken();
  clock.now += MINUTE;
  expect(access.redeemToken(late)).toBeUndefined();
  expect(access.redeemToken("secret-99")).toBeUndefined();
});

test("a login ends after twelve hours, and at once if the clock is set back", () => {
  const { access, clock } = createAccess();
  const credentials = access.redeemToken(access.issueToken())!;
  clock.now += 12 * HOUR - 1;
  expect(access.admits(credentials)).toBe(true);
  clock.now += 1;
  expect(access.admits(credentials)).toBe(false);
  clock.now -= 13 * HOUR;
  expect(access.admits(credentials)).toBe(false);
});

test("neither the cookie nor the key of a login is enough, nor those of two logins", () => {
  const { access } = createAccess();
  const [one, other] = [1, 2].map(() => access.redeemToken(access.issueToken())!);
  expect(access.admits({ cookie: one!.cookie, key: other!.key })).toBe(false);
  expect(access.admits({ cookie: one!.cookie, key: "" })).toBe(false);
  expect(access.admits({ cookie: "", key: one!.key })).toBe(false);
  expect(access.admits(other!)).toBe(true);
});

test("at most twenty tokens and twenty logins are kept, the newest ones", () => {
  const { access } = createAccess();
  const tokens = Array.from({ length: 21 }, () => access.issueToken());
  expect(access.redeemToken(tokens[0]!)).toBeUndefined();
  const first = access.redeemToken(tokens[1]!)!;
  const others = Array.from({ length: 20 }, () => access.redeemToken(access.issueToken())!);
  expect(access.admits(first)).toBe(false);
  expect(others.every(access.admits)).toBe(true);
});
