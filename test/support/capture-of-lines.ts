import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";

/** The capture of a session whose Claude Code transcript has these lines. */
export async function captureOfLines(lines: readonly object[]): Promise<Capture> {
  const directory = mkdtempSync(join(tmpdir(), "lines-"));
  try {
    const path = join(directory, "session.jsonl");
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const transcript = await claudeCode.readTranscript(path, Number.MAX_SAFE_INTEGER);
    return (transcript?.entries ?? []).reduce(foldEntry, EMPTY_CAPTURE);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
