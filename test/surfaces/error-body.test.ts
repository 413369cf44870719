import { expect, test } from "vitest";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { errorBody } from "../../src/surfaces/error-body.ts";

const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: as the system says it`), path === undefined ? { code } : { code, path });

test("R-Q6: a full disk is called so, whether the system names the file or not", () => {
  const full = { code: "store_full", next: expect.stringContaining("Free disk space") };
  expect(errorBody(failure("ENOSPC", "/state/daemon.json"))).toEqual({
    ...full,
    message: "/state/daemon.json: the disk is full.",
  });
  expect(errorBody(failure("ENOSPC"))).toEqual({ ...full, message: "The disk is full." });
});

test("what is wrong with a file of the user is said, and how to repair it", () => {
  const { code, message, next } = errorBody(failure("EACCES", "/state"));
  expect([code, message]).toEqual(["store_unavailable", "/state: permission denied."]);
  expect(next).toMatch(/HOLDFAST_HOME/);
});

test("an unexpected error reveals none of its text", () => {
  for (const error of [failure("EACCES"), failure("EWHATEVER", "/state"), new Error("a prompt")])
    expect(errorBody(error)).toMatchObject({ code: "internal", message: "Unexpected error (Error)." });
  const named = Object.assign(new Error("a prompt"), { name: "my token abc" });
  for (const error of [undefined, "a prompt", named])
    expect(errorBody(error)).toMatchObject({ code: "internal", message: "Unexpected error." });
});

test("our own error stays as it is, with the ids to choose from and no other details", () => {
  const ours = new HoldfastError("ambiguous_id", "Two match.", {
    details: { candidates: ["chk_a", "chk_b"], secret: 1 },
  });
  const body = errorBody(ours);
  expect(body).toEqual({
    code: "ambiguous_id",
    message: "Two match.",
    next: expect.any(String),
    candidates: ["chk_a", "chk_b"],
  });
});
