import { expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();
const TOKEN = "glpat-Xk2vN8qLw5RtZ3mJy7Bd";
const CLASSIC = "ghp_Q7wErT2yUiOp4AsDfGh6JkLzXc8VbNm0qWeR";

test.each([
  `${TOKEN.slice(0, 14)}\n${TOKEN.slice(14)}`,
  `${TOKEN.slice(0, 14)}\r\n${TOKEN.slice(14)}`,
  `Authorization: Bearer ${CLASSIC.slice(0, 30)}\n    ${CLASSIC.slice(30)}`,
])("RED-R2: a token that a terminal broke over two lines goes as a whole: %j", (text) => {
  expect(redactor.text(`it printed\n${text}\n$ ls`)).toMatch(/\[REDACTED\]\n\$ ls$/);
});

test.each([
  "BUILD_ID=7f3a9c2x1",
  "src/a1b2c3/token-7x.ts",
  "6ea9089febb3ff35d9f7902fe726242eeed4ce0d",
  "deploy finished in 31s",
  "port8080",
  "-----",
])("RED-R4: the line after a whole token stays when it is no part of it: %s", (line) => {
  expect(redactor.text(`GITHUB_TOKEN=${CLASSIC}\n${line}\n`)).toBe(`GITHUB_TOKEN=[REDACTED]\n${line}\n`);
});

test("RED-R12: what is left of a token at a text's cut end goes too, six characters of it or more", () => {
  for (let left = CLASSIC.length - 1; left >= "ghp_".length + 6; left--) {
    expect(redactor.text(`push with ${CLASSIC.slice(0, left)}…`)).toBe("push with [REDACTED]…");
  }
  expect(redactor.text("a name like ghp_something…")).toBe("a name like ghp_something…");
  expect(redactor.text("a mark like ghp_x8Kq2mZ7v")).toBe("a mark like ghp_x8Kq2mZ7v");
});
