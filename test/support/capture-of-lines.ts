import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";

/** What the lines of a transcript of Claude Code leave of their session. */
export async function captureOfLines(lines: readonly object[]): Promise<Capture> {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  try {
    const path = join(folder, "session.jsonl");
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const transcript = await claudeCode.readTranscript(path, Number.MAX_SAFE_INTEGER);
    return (transcript?.entries ?? []).reduce(foldEntry, EMPTY_CAPTURE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
