import { describe, expect, test } from "vitest";
import { createRedactor, UNSEARCHED } from "../../src/redact/create-redactor.ts";
import { createSecretFinder } from "../../src/redact/find-secrets.ts";

const SECRET = "the admin password is Marmalade-Tuesday88, do not commit it\n";
const HIDDEN = SECRET.replace("Marmalade-Tuesday88", "[REDACTED]");

/** Shows 0 at first, and after that the same time whenever it is asked. */
function clockAt(later: number) {
  let asked = 0;
  return () => (asked++ === 0 ? 0 : later);
}

describe("RED-R11: a text that cannot be searched in time is not kept", () => {
  const line = "2026-11-23 INFO request took 7 ms and was answered by worker one\n";
  const short = SECRET + line.repeat(400);
  const long = SECRET + line.repeat(Math.ceil((2.1 * 160 * 1024) / line.length));

  test.each([
    ["a short one has 400 ms", short, 400],
    ["a longer one 200 ms for every 160 KB", long, 600],
  ])("%s", (_, text, most) => {
    expect(createRedactor({ clock: clockAt(most) }).text(text)).toBe(text.replace(SECRET, HIDDEN));
    expect(createRedactor({ clock: clockAt(most + 1) }).text(text)).toBe(UNSEARCHED);
  });

  test("JSON loses only the text that took too long", () => {
    const slow = createRedactor({ clock: clockAt(401) });
    expect(slow.json({ log: short })).toEqual({ log: UNSEARCHED });
  });
});

test("RED-R5: the time is looked at while keywords are found", () => {
  const find = createSecretFinder(() => 2);
  const text = "key ".repeat(300);
  expect(find(text, 2)).toEqual([]);
  expect(() => find(text, 1)).toThrow(new RangeError("Out of time."));
});

describe("what is too short to hold a secret stays", () => {
  test.each(["", "abc"])("%j", (text) => {
    expect(createRedactor().text(text)).toBe(text);
  });
});
