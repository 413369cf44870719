import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { supportMatrix } from "./support-matrix.ts";

test("S38: docs/agents.md says what the adapters declare", async () => {
  await expect(supportMatrix(agents)).toMatchFileSnapshot("../../docs/agents.md");
});

test("S38: every agent has a page on connecting it, and an adapter that declares what it does", () => {
  const pages = [...supportMatrix(agents).matchAll(/\((connect-[\w-]+\.md)\)/g)].map(([, page]) => page);
  expect(pages).toHaveLength(agents.length);
  for (const page of pages)
    expect(existsSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)))).toBe(true);
  for (const { name, capabilities, forkAtMark } of agents)
    expect([name, forkAtMark !== undefined]).toEqual([name, capabilities.forksAtMark]);
});
