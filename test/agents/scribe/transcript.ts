import { isAbsolute } from "node:path";
import * as z from "zod";
import { readTail } from "../../../src/agents/files/tail.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { readCall, readResult, typedPrompt } from "./tools.ts";

const Line = z.union([
  z.object({ at: z.number(), asked: z.string() }),
  z.object({ at: z.number(), answered: z.string() }),
  z.object({
    at: z.number(),
    number: z.number(),
    tool: z.string(),
    given: z.unknown(),
    went: z.string(),
    said: z.string(),
  }),
]);

export async function readTranscript(path: string, maxBytes = 1_000_000): Promise<Transcript | undefined> {
  if (!isAbsolute(path)) return undefined;
  const tail = await readTail(path, maxBytes);
  if (!tail) return undefined;
  const lines = tail.bytes.toString("utf8").split("\n").filter(Boolean);
  return {
    entries: lines.flatMap((text) => entriesOf(JSON.parse(text))),
    size: tail.size,
    partial: tail.cut,
  };
}

function entriesOf(value: unknown): TranscriptEntry[] {
  const line = Line.safeParse(value).data;
  if (!line) return [];
  const { at } = line;
  if ("asked" in line) return [{ type: "prompt", at, ...typedPrompt(line.asked) }];
  if ("answered" in line) return [{ type: "message", at, text: line.answered }];
  const id = `work-${line.number}`;
  const facts = [
    ...readCall({ id, name: line.tool, input: line.given }),
    ...readResult({ id }, { ok: line.went === "well", text: line.said }),
  ];
  return facts.map((fact) => ({ at, ...fact }));
}
