import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findSessionFiles } from "../../../src/agents/claude-code/session-files.ts";
import { readTranscript } from "../../../src/agents/claude-code/transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-linked-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a project's directory that the user has moved is followed, also in a search", async () => {
  const projects = join(folder, "moved", "projects");
  const elsewhere = join(folder, "dotfiles");
  mkdirSync(projects, { recursive: true });
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(projects, "-work-shop"));
  const first = `${JSON.stringify({ sessionId: "s", cwd: "/work/shop" })}\n`;
  const path = join(projects, "-work-shop", "s.jsonl");
  writeFileSync(path, first);
  expect(await readTranscript(path)).toBeDefined();
  const found = await findSessionFiles(join(folder, "moved"), () => true);
  expect(found.map((each) => each.path)).toEqual([path]);
  rmSync(path);
  writeFileSync(join(folder, "other.jsonl"), first);
  symlinkSync(join(folder, "other.jsonl"), path);
  expect(await readTranscript(path)).toBeUndefined();
});
