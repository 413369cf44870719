import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import type { ConnectPaths } from "../../src/kernel/agent/agent.ts";

/** What an agent reads in its settings file, below a home that has nothing else. */
async function daysOf(name: string, file: string, settings: string | undefined) {
  const home = mkdtempSync(join(tmpdir(), "holdfast-retention-"));
  try {
    if (settings !== undefined) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), settings);
    }
    const paths: ConnectPaths = {
      home,
      configDirs: {},
      hookScript: "/hook.sh",
      mainScript: "/main.cjs",
      node: "/node",
      stateDir: "/state",
      version: "1",
    };
    const agent = agents.find((each) => each.name === name);
    return (await agent?.sessions?.retention?.(paths))?.days;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const CLAUDE = [undefined, '{"cleanupPeriodDays":400}', '{"cleanupPeriodDays":0}', "{", "[]"];
const GEMINI = ["{}", '{"maxAge":"2w"}', '{"maxAge":"36h"}', '{"enabled":false}', '{"maxAge":"soon"}'];
const OPENCLAW = [
  "{}",
  "{pruneAfter:'12h'}",
  '{"pruneAfter":14}',
  "{mode:'warn'}",
  "{pruneAfter:'1 fortnight'}",
];

test("doctor reads how long each agent keeps its conversations from that agent's settings", async () => {
  const all = (name: string, file: string, texts: (string | undefined)[]) =>
    Promise.all(texts.map((text) => daysOf(name, file, text)));
  expect(await all("claude-code", ".claude/settings.json", CLAUDE)).toEqual([30, 400, 0, 30, 30]);
  const gemini = GEMINI.map((retention) => `{"general":{"sessionRetention":${retention}}}`);
  expect(await all("gemini", ".gemini/settings.json", gemini)).toEqual([30, 14, 1.5, null, 30]);
  const openclaw = OPENCLAW.map((maintenance) => `{session:{maintenance:${maintenance}}}`);
  expect(await all("openclaw", ".openclaw/openclaw.json", openclaw)).toEqual([30, 0.5, 14, null, 30]);
});
