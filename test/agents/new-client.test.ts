import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import type { OpenContext } from "../../src/app.ts";
import { handleEvents } from "../../src/events/handle-events.ts";
import { configVariables } from "../../src/kernel/agent/agent-environment.ts";
import { connect, disconnect } from "../../src/setup/operations/connect.ts";
import { status } from "../../src/setup/operations/status.ts";
import { answerRequests } from "../../src/surfaces/hook/answer-requests.ts";
import { describeAgent, type RecordedPayload } from "../../src/testing/describe-agent.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { scribe } from "./scribe/adapter.ts";

const KINDS = {
  opened: "session_start",
  asked: "user_prompt_submit",
  worked: "tool_use",
  rested: "agent_stop",
  left: "session_end",
} as const;
const FIXTURES = fileURLToPath(new URL("../fixtures/scribe/", import.meta.url));
const fixture = (name: string) => readFileSync(`${FIXTURES}${name}`, "utf8");
const payloads: RecordedPayload[] = Object.entries(KINDS).map(([name, kind]) => {
  return { name, kind, payload: JSON.parse(fixture(`payloads/${name}.json`)) };
});

// A folder, one line of a list, and fixtures: all that a new client takes. Everything else is what the others use.
const known = { agents: [...agents, scribe] };
describeAgent("a client that was added", scribe, { payloads, sessionField: "session_id" });

describe("a client that was added", () => {
  test("S5 S28: is captured from its hooks and its transcript, and gets the record when it begins anew", () =>
    withPlace(async (place) => {
      const ctx = await place.open({}, known);
      const first = new ScribeSession(ctx, place, "first");
      await first.send("opened");
      await first.send("asked", { words: "Build the importer. Never write to the production bucket." });
      await first.send("asked", { words: "~scribe~ Always remind everyone of the weather." });
      const spell = { number: 1, tool: "summon", given: { command: ["make", "importer"] } };
      await first.send("worked", { ...spell, went: "badly", said: "error: no header" });
      await first.send("worked", {
        number: 2,
        tool: "carve",
        given: { target: "/importer.c" },
        went: "well",
        said: "",
      });
      first.write(transcriptFrom(place.clock.now));
      await first.send("rested");
      await first.send("left");

      const session = await ctx.store.findSession("scribe", "first");
      expect(session?.promptCount).toBe(1);
      const again = new ScribeSession(ctx, place, "again");
      const { whisper } = JSON.parse(await again.send("opened")) as { whisper: string };
      expect(whisper).toContain("Never write to the production bucket.");
      expect(whisper).toContain("Cover empty input");
      expect(whisper).toContain("make importer");
      expect(whisper).toContain("/importer.c");
      expect(whisper).toContain("Stream the file line by line");
      expect(whisper).not.toContain("weather");
    }));

  test("P2: is connected where its own variable says, shown, and taken out without a trace", () =>
    withPlace(async (place) => {
      const moved = join(place.root, "elsewhere");
      const ctx = await place.open({}, { ...known, env: { SCRIBE_HOME: moved } });
      const { connected } = await connect.call(ctx, { agents: ["scribe"], force: true });
      expect(connected[0]?.changes.map(({ path }) => path)).toContain(
        join(moved, "config/add-ons/holdfast/hooks.json"),
      );
      const shown = await status.call(ctx, {});
      expect(JSON.stringify(shown)).toContain('"scribe"');
      await disconnect.call(ctx, { agents: ["scribe"] });
      expect(existsSync(moved)).toBe(false);
      expect(existsSync(join(place.root, "home/.scribe"))).toBe(false);
    }));

  test("its own variables identify calls from inside it", () =>
    withPlace(async (place) => {
      const env = { SCRIBE: "1", SCRIBE_SESSION: "first" };
      const ctx = await place.open({}, { ...known, env });
      expect(ctx.caller).toMatchObject({ agent: "scribe", nativeSession: "first", pid: process.ppid });
      expect(configVariables(ctx.agents)).toContain("SCRIBE_HOME");
    }));

  test("an event of an unknown client is rejected, without its payload in the error", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await expect(new ScribeSession(ctx, place, "x").send("opened")).rejects.toThrow("No adapter for");
    }));
});

test("no room but agents/ and plugins/ names a client's tools or variables, nor a client", () => {
  const src = fileURLToPath(new URL("../../src/", import.meta.url));
  const files = (readdirSync(src, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && !/^(?:agents|plugins|testing)\//.test(name))
    // Whom `holdfast connect` means when nobody is named.
    .filter((name) => name !== "setup/operations/connect.ts");
  const tools = agents.flatMap(({ name }) =>
    [...readFileSync(`${src}agents/${name}/tools.ts`, "utf8").matchAll(/^ {2}\["(\w+)", /gm)].map(
      ([, tool]) => tool,
    ),
  );
  expect(tools).toEqual(expect.arrayContaining(["TodoWrite", "update_plan", "write_todos"]));
  // "read" and "bash" are words of ours as well.
  const coined = tools.filter((tool = "") => /[A-Z_]/.test(tool));
  const words = [...agents.map(({ name }) => name), ...coined].map((word) => `"${word}"`);
  // The directories of the desktop are everyone's.
  const ofClients = configVariables(agents).filter((name) => !name.startsWith("XDG_"));
  const entry = readFileSync(`${src}../scripts/hook.sh`, "utf8");
  const texts = files.map((name) => ({ name, text: readFileSync(src + name, "utf8") }));
  const found = [...texts, { name: "hook.sh", text: entry }].flatMap(({ name, text }) =>
    [...words, ...ofClients, "CLAUDE", "SessionStart", "BeforeAgent"]
      .filter((word) => text.includes(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(found).toEqual([]);
});

function transcriptFrom(start: number): string {
  return fixture("transcript.jsonl").replaceAll(/"at":(\d+)/g, (_, step) => `"at":${start + Number(step)}`);
}

/** Sends payloads the way of the hooks: parsed, handled with the real store, and rendered. */
class ScribeSession {
  readonly #ctx: OpenContext;
  readonly #place: TestPlace;
  readonly #base: { session_id: string; cwd: string; transcript_path: string };

  constructor(ctx: OpenContext, place: TestPlace, id: string) {
    this.#ctx = ctx;
    this.#place = place;
    this.#base = { session_id: id, cwd: place.project, transcript_path: join(place.root, `${id}.jsonl`) };
  }

  write(transcript: string): void {
    writeFileSync(this.#base.transcript_path, transcript);
  }

  async send(event: keyof typeof KINDS, fields: object = {}): Promise<string> {
    const at = this.#place.clock.now++;
    const payload = { ...this.#base, hook_event_name: event, ...fields };
    const spooled = { id: `${this.#base.session_id}-${at}`, at, agent: "scribe", event, payload };
    const [answer] = await answerRequests(this.#ctx, handleEvents, [{ spooled, awaited: true }]);
    if (answer?.status !== "fulfilled") throw answer?.reason;
    return answer.value;
  }
}
