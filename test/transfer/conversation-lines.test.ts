import { expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { isSameLine } from "../../src/transfer/conversation-lines.ts";

const redactor = createRedactor();
const line = (cwd: string, text = "Fix it", uuid = "u1") =>
  JSON.stringify({ type: "user", uuid, cwd, message: { content: text } });

test("a line is the same after its directory was renamed, and another one if anything else differs", () => {
  expect(isSameLine(line("/home/bob/shop"), line("/home/bob/store"), redactor)).toBe(true);
  expect(isSameLine(line("/home/bob/shop"), line("/home/bob/store", "Fix that"), redactor)).toBe(false);
  expect(isSameLine(line("/home/bob/shop"), line("/home/bob/shop", "Fix it", "u2"), redactor)).toBe(false);
});

test("what was redacted on the way is still in the line here", () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
  const incoming = line("/srv/app", redactor.text(`Use ${secret}`));
  expect(incoming).not.toContain(secret);
  expect(isSameLine(line("/home/bob/app", `Use ${secret}`), incoming, redactor)).toBe(true);
});
