import { expect, test } from "vitest";
import { acceptSuggestion, logInput, parseQuery, suggest } from "../../web/model/search-query.ts";

test("the search box takes words and filters in any order", () => {
  const query = parseQuery('why project:"my shop" cursor agent:codex IS:open since:7d');
  expect(query).toEqual({
    project: "my shop",
    agent: "codex",
    since: "7d",
    is: ["open"],
    words: "why cursor",
  });
  expect(logInput(query)).toEqual({
    project: "my shop",
    agent: "codex",
    since: "7d",
    search: "why cursor",
  });
});

test("a period that is still being typed filters nothing", () => {
  expect(logInput(parseQuery("since:"))).toEqual({ all: true, search: "since:" });
  expect(logInput(parseQuery("since:1"))).toEqual({ all: true });
});

test("suggestions complete what is being typed, and keep the rest", () => {
  const known = { projects: ["my shop", "media"], agents: ["codex"], worktrees: ["/home/ada/shop"] };
  expect(suggest("cursor pro", known)).toEqual(['project:"my shop"', "project:media"]);
  expect(acceptSuggestion("cursor pro", "project:media")).toBe("cursor project:media ");
  expect(suggest("is:open", known)).toEqual([]);
});
