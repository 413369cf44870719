import * as z from "zod";
import { jsonLines } from "../../../src/agents/files/json-lines.ts";
import { readTranscriptFile } from "../../../src/agents/files/transcript-file.ts";
import type { TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { client } from "./tools.ts";

const at = z.number();
const Work = { number: z.number(), tool: z.string(), given: z.unknown(), went: z.string(), said: z.string() };
const Line = z.union([
  z.object({ at, asked: z.string() }),
  z.object({ at, answered: z.string() }),
  z.object({ at, ...Work }),
]);

export function readTranscript(path: string, maxBytes?: number) {
  return readTranscriptFile(path, maxBytes, ({ bytes }) => {
    return { entries: [...jsonLines(bytes)].flatMap(entriesOf), isWhole: true };
  });
}

function entriesOf(value: unknown): TranscriptEntry[] {
  const line = Line.safeParse(value).data;
  if (!line) return [];
  if ("asked" in line) return [{ type: "prompt", at: line.at, ...client.typedPrompt(line.asked) }];
  if ("answered" in line) return [{ type: "message", at: line.at, text: line.answered }];
  const call = { id: `work-${line.number}`, name: line.tool, input: line.given };
  const result = { ok: line.went === "well", text: line.said };
  const facts = [...client.readCall(call), ...client.readResult(call, result)];
  return facts.map((fact) => ({ at: line.at, ...fact }));
}
