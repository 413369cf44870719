import { expect, test } from "vitest";
import { compareProjects } from "../../src/sessions/compare-projects.ts";
import { normalizeRemote } from "../../src/workspace/identify-project.ts";

const remote = "github.com/ada/shop";

test.each([
  [
    "a remote in common",
    { remotes: [remote, "x/y"], rootCommit: "1" },
    { remotes: [remote], rootCommit: null },
    "same",
  ],
  [
    "one history, and a clone without a remote",
    { remotes: [remote], rootCommit: "1" },
    { remotes: [], rootCommit: "1" },
    "same",
  ],
  [
    "one history, other remotes",
    { remotes: [remote], rootCommit: "1" },
    { remotes: ["x/y"], rootCommit: "1" },
    "fork",
  ],
  ["two histories", { remotes: [], rootCommit: "1" }, { remotes: [], rootCommit: "2" }, "other"],
  [
    "other remotes of a shallow clone",
    { remotes: [remote], rootCommit: "1" },
    { remotes: ["x/y"], rootCommit: null },
    "other",
  ],
  ["nothing known", { remotes: [remote], rootCommit: "1" }, { remotes: [], rootCommit: null }, "unknown"],
] as const)("projects with %s", (_name, one, other, kinship) => {
  expect(compareProjects(one, other)).toBe(kinship);
  expect(compareProjects(other, one)).toBe(kinship);
});

test.each([
  "git@github.com:ada/shop.git",
  "github.com:ada/shop",
  "ssh://git@github.com:22/ada/shop.git",
  "https://github.com/ada/shop",
  "https://ada:token@GitHub.com/ada/shop.git/",
])("%s is the same remote repository", (address) => {
  expect(normalizeRemote(address)).toBe(remote);
});

test.each(["/srv/shop.git", "../shop", "file:///srv/shop.git", "C:\\shop"])(
  "%s identifies nothing on another machine",
  (address) => {
    expect(normalizeRemote(address)).toBeUndefined();
  },
);
