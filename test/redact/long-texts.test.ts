import { expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { createSecretFinder } from "../../src/redact/find-secrets.ts";
import { isPromising } from "../../src/redact/learned/load-weights.ts";
import { readValues } from "../../src/redact/learned/read-values.ts";
import { aroundPlaceholders } from "../../src/redact/parts.ts";
import { maskSpans } from "../../src/redact/span.ts";

const line = (i: number) =>
  `2026-11-23T04:${i % 60}:11.${i % 1000}Z INFO [worker-${i % 8}] request ${(i * 2_654_435_761).toString(16)} user=u${i % 977} GET /api/v1/items/${i} 200 ${i % 900}ms`;
const log = (lines: number) => Array.from({ length: lines }, (_, i) => line(i));

test("RED-R5: of the values of a log most are dismissed at a glance", () => {
  let looked = 0;
  const values = readValues(log(2_000).join("\n"), [], {
    checkTime: () => {},
    isPromising: (glance) => {
      looked += 1;
      return isPromising(glance);
    },
  });
  expect(looked).toBeGreaterThan(20_000);
  expect(values.length).toBeLessThan(looked / 5);
});

test("RED-R5 RED-R7: after the first search only the lines near a placeholder are searched again, and that is enough", () => {
  const lines = log(3_000);
  lines[700] = "the admin password is Marmalade-Tuesday88, do not commit it";
  lines[2_200] = "export DATABASE_URL=postgres://app:Kr4nich.Ufer@db.internal/app";
  const text = lines.join("\n");
  const spans = createSecretFinder(() => 0)(text, 1);
  const masked = maskSpans(text, spans);
  const parts = aroundPlaceholders(masked, spans);
  expect(parts).toHaveLength(2);
  expect(parts.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(masked.length / 10);
  const [first] = parts.map(({ start, end }) => masked.slice(start, end).split("\n"));
  expect(first).toContain("the admin password is [REDACTED], do not commit it");
  expect(lines).toEqual(expect.arrayContaining([first?.[0]]));
  const redacted = createRedactor({ clock: () => 0 }).text(text);
  expect(redacted).toBe(masked);
  expect(createSecretFinder(() => 0)(redacted, 1)).toEqual([]);
});

test("where much is masked the whole text is searched again", () => {
  const text = "token=abc ".repeat(900);
  expect(
    aroundPlaceholders(text, [
      { start: 6, end: 16 },
      { start: 4_000, end: 4_010 },
      { start: 8_000, end: 8_010 },
    ]),
  ).toEqual([{ start: 0, end: text.length }]);
});
