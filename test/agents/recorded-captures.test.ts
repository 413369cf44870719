import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { foldEvent } from "../../src/capture/capture-event.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { redactEntry } from "../../src/capture/redact-entry.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";

/** What was captured of everything that is recorded, kept in `fixtures/captures.json`. */
const SNAPSHOT = "../fixtures/captures.json";

const redactor = createRedactor();
const folder = (name: string) => fileURLToPath(new URL(`../fixtures/${name}/`, import.meta.url));

test("S13 S14: the captures of recorded transcripts and payloads stay the same", async () => {
  const captures: Record<string, unknown> = {};
  for (const adapter of agents) {
    for (const [name, capture] of await capturesOf(adapter)) captures[`${adapter.name}/${name}`] = capture;
  }
  expect(Object.keys(captures).length).toBeGreaterThan(60);
  await expect(`${JSON.stringify(captures, null, 1)}\n`).toMatchFileSnapshot(SNAPSHOT);
});

async function capturesOf(adapter: AgentAdapter): Promise<[string, unknown][]> {
  const root = folder(adapter.name);
  const transcripts = readdirSync(root)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  const payloads = readdirSync(`${root}payloads`).sort();
  return [
    ...(await Promise.all(
      transcripts.map(
        async (name): Promise<[string, unknown]> => [
          name,
          comparable(await ofTranscript(adapter, `${root}${name}`)),
        ],
      ),
    )),
    ...(await Promise.all(
      payloads.map(
        async (name): Promise<[string, unknown]> => [
          name,
          comparable(await ofPayload(adapter, `${root}payloads/${name}`)),
        ],
      ),
    )),
  ];
}

async function ofTranscript(adapter: AgentAdapter, path: string): Promise<Capture> {
  const transcript = await adapter.readTranscript(path);
  if (!transcript) throw new Error(`${path} was not read`);
  return transcript.entries.map((entry) => redactEntry(entry, redactor)).reduce(foldEntry, EMPTY_CAPTURE);
}

async function ofPayload(adapter: AgentAdapter, path: string): Promise<Capture> {
  const envelope = { id: "evt-1", event: basename(path, ".json").split(".")[0] ?? "", at: 1 };
  const event = await adapter.parseEvent(JSON.parse(readFileSync(path, "utf8")), envelope);
  return event ? foldEvent({ redactor }, event, EMPTY_CAPTURE) : EMPTY_CAPTURE;
}

/**
 * Only what differs from an empty capture. How a client introduces a hook's text is its own affair; how a sentence is judged
 * changes with what the model learned.
 */
function comparable({ lastUserText, sentences, ...capture }: Capture): object {
  const text = lastUserText?.replace(/^Stop hook feedback:\n/, "").slice(0, 60) ?? null;
  const said = sentences.map(({ text: words, asked, at }) => ({ text: words, asked, at }));
  const facts = Object.entries({ ...capture, lastUserText: text, sentences: said });
  const empty = new Map<string, unknown>(Object.entries(EMPTY_CAPTURE));
  return Object.fromEntries(
    facts.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(empty.get(name))),
  );
}
