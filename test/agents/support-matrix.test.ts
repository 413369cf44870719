import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { agents } from "../../src/agents/registry.ts";
import { compareWithSeen, supportMatrix } from "./support-matrix.ts";

const Seen = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));
const seenFile = readFileSync(new URL("../../e2e/seen.json", import.meta.url), "utf8");
const seen = Object.values(Seen.parse(JSON.parse(seenFile)));

test("S38: docs/agents.md says what the adapters declare, and what of it no scenario has shown", async () => {
  await expect(supportMatrix(agents, seen)).toMatchFileSnapshot("../../docs/agents.md");
});

test("S38: the end-to-end scenarios saw nothing that no adapter declares", () => {
  expect(compareWithSeen(agents, seen).undeclared).toEqual([]);
  const more = { gemini: { "fork at a mark": "yes" }, stylus: { "Holdfast's tools": "yes" } };
  expect(compareWithSeen(agents, [...seen, more]).undeclared).toEqual([
    "gemini, fork at a mark: yes",
    "stylus, Holdfast's tools: yes",
  ]);
});

test("S38: what no scenario saw any more is named", () => {
  const [first, second] = [
    compareWithSeen(agents, []),
    compareWithSeen(agents, [{ codex: { "Holdfast's tools": "yes" } }]),
  ];
  const names = ({ unshown }: typeof first) => unshown.map(({ agent, ability }) => `${agent}, ${ability}`);
  expect(names(first)).toContain("codex, Holdfast's tools");
  expect(names(first)).not.toContain("gemini, fork at a mark");
  expect(names(second)).toEqual(names(first).filter((name) => name !== "codex, Holdfast's tools"));
});

test("S38: every agent has a page on connecting it, and an adapter that declares what it does", () => {
  const pages = [...supportMatrix(agents, seen).matchAll(/\((connect-[\w-]+\.md)\)/g)].map(
    ([, page]) => page,
  );
  expect(pages).toHaveLength(agents.length);
  for (const page of pages)
    expect(existsSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)))).toBe(true);
  const forking = agents.filter(({ forkAtMark }) => forkAtMark !== undefined);
  expect(forking.map(({ name }) => name)).toEqual(["claude-code", "codex"]);
});
