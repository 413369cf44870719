import { expect, test } from "vitest";
import { findDrift } from "../../src/checkpoints/find-drift.ts";

const saved = { worktree: "/app", gitHead: "0123456789abcdef", gitBranch: "main" };

test("without changes there is no drift", () => {
  expect(findDrift(saved, { ...saved })).toEqual([]);
});

test("another worktree, commit or branch is drift, with the old and new value", () => {
  expect(findDrift(saved, { worktree: "/other", gitHead: "fedcba9876543210", gitBranch: "fix" })).toEqual([
    "saved in /app, this is /other",
    "HEAD moved from 012345678 to fedcba987",
    "branch was main, is fix",
  ]);
});

test("a detached head and a repository without a commit are named", () => {
  expect(findDrift(saved, { ...saved, gitHead: null, gitBranch: null })).toEqual([
    "HEAD moved from 012345678 to none",
    "branch was main, is detached",
  ]);
});
